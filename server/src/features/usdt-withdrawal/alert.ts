import type { Language } from '@purser/contract/language';
import { isAddress, messageTime, postMessage } from '../../domain/message.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';

interface Changed {
  readonly network: string;
  readonly address: string;
  readonly usable: Date;
}

/**
 * Tells a merchant by mail that the address for withdrawals was changed: at its notification mail, or where it has named none, where its
 * set-up link was sent. The bell of its consoles tells it in any case.
 */
export async function mailMerchant(
  tx: Tx,
  { secrets, clock }: Pick<Platform, 'secrets' | 'clock'>,
  merchantId: number,
  { network, address, usable }: Changed,
): Promise<void> {
  const { rows } = await tx.query<{ recipient: string | null; language: Language; name: string }>(
    `select coalesce(notice_mail, recipient) as recipient, coalesce(notice_language, language) as language, merchant.name
     from merchant left join lateral (
       select recipient, language from message where owner_id = merchant_id and kind = 'merchant_setup' and channel = 'mail'
       order by message_id desc limit 1
     ) as sent on notice_mail is null
     where merchant_id = $1`,
    [merchantId],
  );
  const [to] = rows;
  if (!to?.recipient || !isAddress('mail', to.recipient)) return;
  await postMessage(tx, secrets, {
    ownerId: merchantId,
    kind: 'payout_address_changed',
    channel: 'mail',
    to: to.recipient,
    language: to.language,
    variables: { name: to.name, network, address, time: messageTime(clock.now()), usable: messageTime(usable) },
  });
}
