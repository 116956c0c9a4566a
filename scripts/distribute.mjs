// npm run distribute: puts the tables of the database that DATABASE_URL names on the nodes of its cluster.
import { continueAs, ensureInstalled, requireNode } from './runtime.mjs';

requireNode();
ensureInstalled();
continueAs('server/src/main/distribute.ts');
