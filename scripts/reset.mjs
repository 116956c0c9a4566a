// npm run reset: empties the data folder, with the embedded database wherever it lives. Refuses while Purser runs.
import { continueAs, ensureInstalled, requireNode } from './runtime.mjs';

requireNode();
ensureInstalled();
continueAs('server/src/quick-start/reset.ts');
