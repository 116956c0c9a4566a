// npm start: installs what is missing and goes on as the server, on the Node.js that comes with the packages.
import { continueAs, ensureInstalled, requireNode } from './runtime.mjs';

requireNode();
ensureInstalled();
continueAs('server/src/quick-start/main.ts');
