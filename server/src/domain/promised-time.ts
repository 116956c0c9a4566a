import { promises, type Promises, USUAL_PROMISES } from '@purser/contract/promised-time';
import type { Queryable } from '@purser/ledger/accounts';

/** What is promised now: as staff have set it, and the usual times of what they have not. */
export async function readPromises(db: Queryable): Promise<Promises & { readonly revision: number }> {
  const { rows } = await db.query<{ revision: number; hours: Record<string, unknown> }>('select revision, hours from promised_time');
  const [row] = rows;
  // A kind that another version knew, or a time that it allowed, is not this one's.
  const set =
    promises
      .partial()
      .strip()
      .safeParse(row?.hours ?? {}).data ?? {};
  return { ...USUAL_PROMISES, ...set, revision: row?.revision ?? 1 };
}
