import { startTestDatabase } from './database.ts';

/** One PostgreSQL per run; the worker processes inherit the environment variables that name it. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestDatabase();
  return () => server.stop();
}
