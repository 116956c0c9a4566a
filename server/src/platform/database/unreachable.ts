import { CannotStart } from '../cannot-start.ts';

/** What an error of connecting means for the person at the terminal. The message of pg names host and user, never the password. */
export function unreachable(error: unknown): CannotStart {
  const reason =
    error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error instanceof Error ? error.message : error);
  return new CannotStart(`DATABASE_URL: the database cannot be reached (${reason}).`);
}
