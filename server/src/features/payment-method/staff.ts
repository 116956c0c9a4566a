import { paymentMethodMachine, type PaymentMethodState } from '@purser/contract/bank-account';
import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { staffPaymentMethodDecide, staffPaymentMethodNumber } from '@purser/contract/features/payment-method';
import { next } from '@purser/contract/machine';
import { findPaymentMethod, type PaymentMethod, wholeNumber } from '../../domain/payment-method.ts';
import { asOwner, readAsStaff } from '../../platform/commands/staff-acts.ts';
import { answerOf, confirmedWrite } from '../../platform/commands/write.ts';
import { lockByOwner } from '../../platform/database/lock-by-owner.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, wrongField } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import { type RowOutcome, shownOutcome } from '../../platform/http/row-outcome.ts';
import type { Platform } from '../../platform/platform.ts';
import { auditAll } from '../../platform/proof/audit.ts';
import { announce } from '../../platform/streams/hub.ts';

type Number = OutputOf<typeof staffPaymentMethodNumber>;
type Decided = OutputOf<typeof staffPaymentMethodDecide>;
type Decision = ParsedInputOf<typeof staffPaymentMethodDecide>['decision'];
type Seen = ParsedInputOf<typeof staffPaymentMethodDecide>['accounts'][number];

/** Shows a number whole. The answer is not kept, so that no number is kept in the clear. */
export async function showNumber(
  platform: Platform,
  { owner_id, payment_method_id }: ParsedInputOf<typeof staffPaymentMethodNumber>,
  context: StaffContext,
): Promise<Number | Answer<Number>> {
  const method = await readAsStaff(platform, (tx) => findPaymentMethod(tx, owner_id, payment_method_id));
  const note = { action: 'payment_method.show_number', details: { payment_method_id } } as const;
  const noted = await asOwner(platform, context, owner_id, note, async () => {
    if (!method) throw refuse('payment_method_unknown');
    return null;
  });
  return answerOf(noted, () => ({ account_number: method ? wholeNumber(platform.secrets, method) : '' }));
}

/** What became of one account: it is now in a state, or it was refused. */
interface Result extends Pick<Seen, 'owner_id' | 'payment_method_id'>, RowOutcome {
  readonly status: PaymentMethodState | null;
}

/** Verifies or rejects accounts, also such as were decided otherwise before: in one transaction, each with a result of its own. */
export async function decideMethods(
  platform: Platform,
  input: ParsedInputOf<typeof staffPaymentMethodDecide>,
  context: StaffContext,
): Promise<Decided | Answer<Decided>> {
  const { accounts, decision, reason } = input;
  if (decision === 'reject' && reason === '') throw wrongField('reason', 'required');
  const done = await confirmedWrite<Result[]>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      const rows = await lockMethods(tx, accounts);
      const results = accounts.map((seen, index) => resultOf(seen, { rows, decision, index, all: accounts }));
      const decided = results.flatMap(({ status }, index) =>
        status === null ? [] : (rows.get(accounts[index]?.payment_method_id ?? '') ?? []),
      );
      await settle(tx, decided, { decision, reason, staffId: context.staffId });
      await announce(tx, {
        merchants: decided.flatMap(({ party, owner_id }) =>
          party === 'merchant' ? [[Number(owner_id), ['payment_methods']] as const] : [],
        ),
      });
      await auditAll(
        tx,
        platform.secrets,
        decided.map(({ owner_id, payment_method_id, version }) => ({
          ownerId: Number(owner_id),
          actorKind: 'operator' as const,
          actor: String(context.staffId),
          ip: context.ip,
          action: `payment_method.${decision}` as const,
          details: { payment_method_id, version, ...(decision === 'reject' && { reason }), request_id: context.requestId },
        })),
      );
      return results;
    },
    audit: (results) => {
      const done = results.filter(({ status }) => status !== null).map(({ payment_method_id }) => payment_method_id);
      return done.length === 0 ? undefined : { action: `payment_method.${decision}`, details: { reason, asked: accounts.length, done } };
    },
  });
  return answerOf(done, (results) => ({
    results: results.map(({ outcome, values, ...result }) => ({ ...result, ...shownOutcome({ outcome, values }, context.language) })),
  }));
}

/** The accounts that are linked, by their ids, locked in one order: what is looked at of them is what is decided. */
async function lockMethods(tx: Tx, accounts: readonly Seen[]): Promise<Map<string, PaymentMethod>> {
  if (tx.isDistributed) {
    const asked = accounts.map(({ owner_id, payment_method_id }) => ({ ownerId: owner_id, key: payment_method_id }));
    await lockByOwner(tx, { table: 'payment_method', owner: 'owner_id', key: 'payment_method_id' }, asked, 'for no key update');
  }
  const { rows } = await tx.query<PaymentMethod>(
    `select * from payment_method
     where (owner_id, payment_method_id) in (select * from unnest($1::bigint[], $2::uuid[])) and binding || '' = 'bound'
     order by owner_id, payment_method_id ${tx.isDistributed ? '' : 'for no key update'}`,
    [accounts.map(({ owner_id }) => owner_id), accounts.map(({ payment_method_id }) => payment_method_id)],
  );
  return new Map(rows.map((row) => [row.payment_method_id, row]));
}

/** What the decision makes of an account, if it is as it was seen and the machine allows it; named twice, it is decided the first time. */
function resultOf(
  seen: Seen,
  { rows, decision, index, all }: { rows: ReadonlyMap<string, PaymentMethod>; decision: Decision; index: number; all: readonly Seen[] },
): Result {
  const { owner_id, payment_method_id } = seen;
  const refused = (outcome: 'payment_method_unknown' | 'payment_method_changed' | 'payment_method_decided'): Result => ({
    owner_id,
    payment_method_id,
    outcome,
    values: {},
    status: null,
  });
  const method = rows.get(payment_method_id);
  if (!method || Number(method.owner_id) !== owner_id) return refused('payment_method_unknown');
  if (method.version !== seen.version) return refused('payment_method_changed');
  // Somebody has decided it meanwhile.
  if (method.status !== seen.status) return refused('payment_method_decided');
  const status = next(paymentMethodMachine, method.status, decision);
  if (status === undefined || all.findIndex((one) => one.payment_method_id === payment_method_id) < index)
    return refused('payment_method_decided');
  return { owner_id, payment_method_id, outcome: 'ok', values: {}, status };
}

async function settle(
  tx: Tx,
  methods: readonly PaymentMethod[],
  { decision, reason, staffId }: { readonly decision: Decision; readonly reason: string; readonly staffId: number },
): Promise<void> {
  if (methods.length === 0) return;
  const set =
    decision === 'verify'
      ? `verified_version = version, rejected_version = null, reason = left($4, 0)`
      : 'verified_version = null, rejected_version = version, reason = $4';
  await tx.query(
    `update payment_method set ${set}, decided_by = $3, decided_at = now(), updated_at = now()
     from unnest($1::bigint[], $2::uuid[]) as decided (owner, id) where owner_id = decided.owner and payment_method_id = decided.id`,
    [methods.map(({ owner_id }) => owner_id), methods.map(({ payment_method_id }) => payment_method_id), staffId, reason],
  );
}
