import type { Language } from '@purser/contract/language';
import { addressHolder } from '../platform/http/client-address.ts';
import type { Tx } from '../platform/database/tx.ts';
import type { Platform } from '../platform/platform.ts';
import { isAddress, messageTime, postMessage } from './message.ts';

type Noticed =
  | { readonly kind: 'new_sign_in_place' | 'second_factor_locked'; readonly ip: string }
  | { readonly kind: 'password_changed' | 'account_suspended' | 'account_unlocked' | 'identity_approved' }
  | { readonly kind: 'identity_rejected'; readonly reason: string }
  | { readonly kind: 'passkey_added' | 'passkey_removed'; readonly passkey: string }
  | { readonly kind: 'payout_address_changed'; readonly network: string; readonly address: string; readonly usable: Date };

/** The language of a market's people, for who has never said which they read. */
export const LANGUAGE_OF_MARKET: Readonly<Record<string, Language>> = { CNY: 'zh_Hans', VND: 'vi' };

/** Tells a wallet user by mail what happened to the account, in the transaction that made it happen. Does nothing for one without a mail address. */
export async function postNotice(
  tx: Tx,
  { secrets, clock }: Pick<Platform, 'secrets' | 'clock'>,
  userId: number,
  noticed: Noticed,
): Promise<void> {
  const user = await tx
    .selectFrom('wallet_user')
    .select(['nick', 'email', 'markets', 'language'])
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst();
  if (!user?.email || !isAddress('mail', user.email)) return;
  const facts = { name: user.nick, time: messageTime(clock.now()) };
  // Who reads it is not who made the request: that may be a thief, with another language.
  const told = { ownerId: userId, channel: 'mail', to: user.email, language: await noticeLanguage(tx, userId, user) } as const;
  if ('ip' in noticed) {
    await postMessage(tx, secrets, { ...told, kind: noticed.kind, variables: { ...facts, address: addressHolder(noticed.ip) } });
  } else if (noticed.kind === 'payout_address_changed') {
    const { kind, network, address, usable } = noticed;
    await postMessage(tx, secrets, { ...told, kind, variables: { ...facts, network, address, usable: messageTime(usable) } });
  } else if (noticed.kind === 'identity_rejected') {
    await postMessage(tx, secrets, { ...told, kind: noticed.kind, variables: { ...facts, reason: noticed.reason } });
  } else if ('passkey' in noticed) {
    await postMessage(tx, secrets, { ...told, kind: noticed.kind, variables: { ...facts, passkey: noticed.passkey } });
  } else {
    await postMessage(tx, secrets, { ...told, kind: noticed.kind, variables: facts });
  }
}

/**
 * The language that the user registered in, or has used a mailed code in since; else that of the code they were sent last, else that of their market. Anybody may
 * ask for a code in any language, so what was asked for stands behind what is known to be theirs.
 */
export async function noticeLanguage(
  tx: Tx,
  userId: number,
  { language, markets: [market] }: { readonly language: Language | null; readonly markets: readonly string[] },
): Promise<Language> {
  if (language !== null) return language;
  const { rows } = await tx.query<{ language: Language }>(
    `select language from message where owner_id = $1 and kind in ('login_code', 'verification_code') order by message_id desc limit 1`,
    [userId],
  );
  return rows[0]?.language ?? LANGUAGE_OF_MARKET[market ?? ''] ?? 'en';
}
