import type { Tx } from '../platform/database/tx.ts';
import type { Platform } from '../platform/platform.ts';
import { messageTime, postMessage } from './message.ts';

type Noticed =
  | { readonly kind: 'password_changed' | 'authenticator_changed' }
  | { readonly kind: 'identity_approved' | 'white_list_cleared' }
  | { readonly kind: 'identity_rejected'; readonly reason: string }
  | { readonly kind: 'notice_mail_changed'; readonly address: string };

/** Tells a merchant by mail what happened to the account, in the transaction that made it happen. Does nothing for one who has named no address. */
export async function postMerchantNotice(
  tx: Tx,
  { secrets, clock }: Pick<Platform, 'secrets' | 'clock'>,
  merchantId: number,
  noticed: Noticed,
): Promise<void> {
  const merchant = await tx
    .selectFrom('merchant')
    .select(['name', 'notice_mail', 'notice_language'])
    .where('merchant_id', '=', BigInt(merchantId))
    .executeTakeFirstOrThrow();
  const { name, notice_mail: to, notice_language: language } = merchant;
  if (to === null || language === null) return;
  const told = { ownerId: merchantId, channel: 'mail', to, language } as const;
  const facts = { name, time: messageTime(clock.now()) };
  if (noticed.kind === 'notice_mail_changed') {
    await postMessage(tx, secrets, { ...told, kind: noticed.kind, variables: { ...facts, address: noticed.address } });
  } else if (noticed.kind === 'identity_rejected') {
    await postMessage(tx, secrets, { ...told, kind: noticed.kind, variables: { ...facts, reason: noticed.reason } });
  } else {
    await postMessage(tx, secrets, { ...told, kind: noticed.kind, variables: facts });
  }
}
