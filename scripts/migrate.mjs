// npm run migrate: brings the database that DATABASE_URL names to this version's schema.
import { continueAs, ensureInstalled, requireNode } from './runtime.mjs';

requireNode();
ensureInstalled();
continueAs('server/src/main/migrate.ts');
