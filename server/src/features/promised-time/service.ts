import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { promisedTimeChange, promisedTimeQuery } from '@purser/contract/features/promised-time';
import { WAITING_KINDS } from '@purser/contract/features/overview';
import type { Promises } from '@purser/contract/promised-time';
import { readPromises } from '../../domain/promised-time.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

type Kept = OutputOf<typeof promisedTimeQuery>;

export function showPromises(platform: Platform): Promise<Kept> {
  return readAsStaff(platform, readPromises);
}

export function changePromises(
  platform: Platform,
  input: ParsedInputOf<typeof promisedTimeChange>,
  context: StaffContext,
): Promise<Kept | Answer<Kept>> {
  const { revision, google_code: _code, ...wanted } = input;
  let before: Promises;
  return confirmedWrite(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      await tx.query('select from promised_time where only_row for update');
      const { revision: present, ...promised } = await readPromises(tx);
      before = promised;
      if (present !== revision) throw refuse('promised_time_changed');
      await tx.query('update promised_time set hours = $1, revision = revision + 1', [JSON.stringify(wanted)]);
      return { ...wanted, revision: revision + 1 };
    },
    audit: () => ({
      action: 'promised_time.change',
      details: Object.fromEntries(
        WAITING_KINDS.filter((kind) => before[kind] !== wanted[kind]).map((kind) => [kind, { from: before[kind], to: wanted[kind] }]),
      ),
    }),
  });
}
