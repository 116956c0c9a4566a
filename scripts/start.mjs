// npm start: installs what is missing and goes on as the server, on the Node.js that comes with the packages.
import { continueAs, ensureInstalled, requireNode } from './runtime.mjs';

// On a large machine Node.js would let young objects take 128 MB before it looks which of them live on; of these most are gone by then.
const SMALL_YOUNG_SPACE = '--max-semi-space-size=4';

requireNode();
ensureInstalled();
continueAs('server/src/quick-start/main.ts', { nodeOptions: [SMALL_YOUNG_SPACE] });
