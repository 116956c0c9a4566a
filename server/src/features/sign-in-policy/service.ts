import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { signInPolicyChange, signInPolicyQuery } from '@purser/contract/features/sign-in-policy';
import type { SignInPolicy } from '@purser/contract/sign-in-policy';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuseOtherFactor } from '../../platform/security/staff-confirmation.ts';
import { readSignInPolicy } from '../../platform/security/sign-in-policy.ts';

type Kept = OutputOf<typeof signInPolicyQuery>;

/** Names of members that a refusal tells at the most. */
const NAMED = 5;
const PARTIES = ['staff', 'merchant', 'user'] as const;

export function showPolicy(platform: Platform): Promise<Kept> {
  return readAsStaff(platform, readSignInPolicy);
}

export function changePolicy(
  platform: Platform,
  input: ParsedInputOf<typeof signInPolicyChange>,
  context: StaffContext,
): Promise<Kept | Answer<Kept>> {
  const { revision, google_code: _code, ...wanted } = input;
  let before: SignInPolicy;
  return confirmedWrite(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      await tx.query('select from sign_in_policy where only_row for update');
      // By the policy before the change; the kit asks by the one after it. So passkeys are asked for, and given up, with a passkey.
      await refuseOtherFactor(tx, input.google_code);
      const { revision: present, ...policy } = await readSignInPolicy(tx);
      before = policy;
      if (present !== revision) throw refuse('sign_in_policy_changed');
      refuseLongIdle(wanted);
      if (wanted.staff_factor === 'passkey' && policy.staff_factor !== 'passkey') await refuseLockingOut(tx);
      await tx
        .updateTable('sign_in_policy')
        .set({ ...wanted, revision: revision + 1 })
        .where('only_row', '=', true)
        .execute();
      return { ...wanted, revision: revision + 1 };
    },
    audit: () => ({ action: 'sign_in_policy.change', details: changesOf(before, wanted) }),
  });
}

function refuseLongIdle(wanted: SignInPolicy): void {
  const long = PARTIES.find((party) => wanted[`${party}_idle_min`] > wanted[`${party}_absolute_min`]);
  if (long) throw refuse('session_idle_too_long', {}, { fields: [{ field: `${long}_idle_min` }] });
}

/** Whoever works here now must be able to go on: a member without a passkey could not even make one. */
async function refuseLockingOut(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `select name from staff where status = 'active' and totp_secret is not null
       and not exists (select from staff_passkey p where p.staff_id = staff.staff_id) order by name limit ${NAMED}`,
  );
  if (rows.length > 0) throw refuse('staff_without_passkey', { names: rows.map(({ name }) => name).join(', ') });
}

/** What was changed: from what, to what. */
function changesOf(before: SignInPolicy, after: SignInPolicy): Record<string, unknown> {
  const names = Object.keys(after) as (keyof SignInPolicy)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}
