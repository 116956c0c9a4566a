import { paymentMethodMachine, type PaymentMethodEvent } from '@purser/contract/bank-account';
import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type {
  staffPaymentMethodNumber,
  staffPaymentMethodReject,
  staffPaymentMethodVerify,
} from '@purser/contract/features/payment-method';
import { next } from '@purser/contract/machine';
import { findPaymentMethod, type PaymentMethod, wholeNumber } from '../../domain/payment-method.ts';
import { asOwner, readAsStaff } from '../../platform/commands/staff-acts.ts';
import { answerOf, confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { announce } from '../../platform/streams/hub.ts';

type Number = OutputOf<typeof staffPaymentMethodNumber>;
type Seen = Pick<ParsedInputOf<typeof staffPaymentMethodVerify>, 'owner_id' | 'payment_method_id' | 'version'>;

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

export function verifyMethod(platform: Platform, input: ParsedInputOf<typeof staffPaymentMethodVerify>, context: StaffContext) {
  const { owner_id, payment_method_id, version } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: owner_id,
    act: async (tx) => {
      const method = await decide(tx, input, 'verify');
      await tx.query(
        `update payment_method set verified_version = version, rejected_version = null, reason = '', decided_by = $3, decided_at = now(), updated_at = now()
         where owner_id = $1 and payment_method_id = $2`,
        [owner_id, payment_method_id, context.staffId],
      );
      return tell(tx, method);
    },
    audit: () => ({ action: 'payment_method.verify', details: { payment_method_id, version } }),
  });
}

/** Rejects an account, also one that was verified before. */
export function rejectMethod(platform: Platform, input: ParsedInputOf<typeof staffPaymentMethodReject>, context: StaffContext) {
  const { owner_id, payment_method_id, version, reason } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: owner_id,
    act: async (tx) => {
      const method = await decide(tx, input, 'reject');
      await tx.query(
        `update payment_method set verified_version = null, rejected_version = version, reason = $4, decided_by = $3, decided_at = now(), updated_at = now()
         where owner_id = $1 and payment_method_id = $2`,
        [owner_id, payment_method_id, context.staffId, reason],
      );
      return tell(tx, method);
    },
    audit: () => ({ action: 'payment_method.reject', details: { payment_method_id, version, reason } }),
  });
}

/** The account, locked, if it is as it was seen and the machine allows the decision. */
async function decide(tx: Tx, { owner_id, payment_method_id, version }: Seen, event: PaymentMethodEvent): Promise<PaymentMethod> {
  const { rows } = await tx.query<PaymentMethod>(
    `select * from payment_method where owner_id = $1 and payment_method_id = $2 and binding || '' = 'bound' for no key update`,
    [owner_id, payment_method_id],
  );
  const [method] = rows;
  if (!method) throw refuse('payment_method_unknown');
  if (method.version !== version) throw refuse('payment_method_changed');
  if (next(paymentMethodMachine, method.status, event) === undefined) throw refuse('payment_method_decided');
  return method;
}

/** The owner's open consoles read it again. */
async function tell(tx: Tx, { owner_id, party }: PaymentMethod): Promise<null> {
  if (party === 'merchant') await announce(tx, { merchants: [[Number(owner_id), ['payment_methods']]] });
  return null;
}
