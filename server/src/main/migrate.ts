import { migrate } from '../platform/migrate.ts';
import { seedOperator } from './seed.ts';

/**
 * Brings the database that DATABASE_URL names to this version's schema and, the first time, makes what every installation begins with; for installations that run api and worker as
 * processes of their own: once before either starts, with the rights to create tables and roles. `npm start` does it itself.
 */
const url = process.env['DATABASE_URL'];
if (!url) {
  console.error('DATABASE_URL: is required, for example postgresql://purser@localhost/purser');
  process.exit(1);
}
const { applied, version } = await migrate(url, { onApplied: (name, tookMs) => console.log(`${name} (${Math.round(tookMs)} ms)`) });
console.log(applied.length === 0 ? `Nothing to do: the schema is at ${version}.` : `The schema is at ${version}.`);
for (const { what, username, password } of (await seedOperator({ databaseUrl: url })).logins)
  console.log(`${what}: ${username} / ${password}`);
