import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { merchantSetUp, merchantSetUpLook } from '@purser/contract/features/merchant-set-up';
import { SHORTEST_MERCHANT_PASSWORD } from '@purser/contract/limits';
import { FIRST_MEMBER } from '@purser/contract/member';
import { ipMayLogIn } from '../../domain/login-white-list.ts';
import { recordLogin } from '../../domain/login-record.ts';
import { type MerchantLinkKey, merchantLinkKey } from '../../domain/merchant-link.ts';
import { accountOfLink, offerAuthenticator, offeredSecret } from '../../domain/new-authenticator.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../../platform/proof/audit.ts';
import { chosenPassword, hashPassword } from '../../platform/security/passwords.ts';
import { noteRiskSign, noteSignInPlace } from '../../platform/security/risk-signs.ts';
import { openSession } from '../../platform/security/sessions.ts';
import { announce } from '../../platform/streams/hub.ts';
import { stepOfCode } from '../../platform/security/totp.ts';
import { uuidv7 } from 'uuidv7';
import { findLink, keepChosen, useUp } from './queries.ts';

export async function lookAtLink(
  platform: Platform,
  { token }: ParsedInputOf<typeof merchantSetUpLook>,
): Promise<OutputOf<typeof merchantSetUpLook>> {
  const { username, name, expires_at } = await usableLink(platform, token);
  const offered = offerAuthenticator(platform, accountOfLink(token), username, expires_at);
  return { username, name, expires_at: expires_at.toISOString(), ...offered };
}

/** Keeps password and authenticator and logs in. The link is used up by that, in one transaction. */
export async function setUp(
  platform: Platform,
  input: ParsedInputOf<typeof merchantSetUp>,
  context: RequestContext,
): Promise<OutputOf<typeof merchantSetUp>> {
  const { db, secrets, clock, passwordMessages } = platform;
  const { key, username, made_by, member_id: memberId } = await usableLink(platform, input.token);
  const { merchantId } = key;
  const isOfTeam = memberId !== FIRST_MEMBER;
  const password_hash = await hashPassword(chosenPassword(await passwordMessages.read(input), SHORTEST_MERCHANT_PASSWORD));
  if (!(await ipMayLogIn(db, BigInt(merchantId), context.ip)))
    throw refuse('login_ip_refused', { ip: context.ip }, { login_ip: context.ip });
  const secret = offeredSecret(platform, accountOfLink(input.token), input.secret_token);
  const step = stepOfCode(secret, input.google_code, clock.nowMs());
  if (step === undefined) throw refuse('wrong_google_code');
  const sessionId = uuidv7();
  const { token, expiresAt } = await db.scoped(merchantId, async (tx) => {
    if (!(await useUp(tx, key, memberId))) throw refuse('set_up_link_used');
    const chosen = { password_hash, totp_secret: secrets.seal('totp', secret), totp_last_step: BigInt(step), login_ip: context.ip };
    if (!(await keepChosen(tx, { merchantId, memberId }, chosen))) throw refuse('set_up_link_refused');
    await noteSignInPlace(tx, merchantId, { ip: context.ip, userAgent: context.userAgent, memberId });
    // A member who joins has changed nothing of what was there.
    if (!isOfTeam) for (const sign of ['password_changed', 'code_changed'] as const) await noteRiskSign(tx, merchantId, sign);
    const { ip, userAgent } = context;
    const entry = { ownerId: merchantId, actorKind: 'merchant' as const, actor: username, ip, userAgent };
    const action = isOfTeam ? 'member.set_up' : 'merchant.set_up';
    await audit(tx, secrets, { ...entry, action, details: { request_id: context.requestId, made_by } });
    await audit(tx, secrets, { ...entry, action: 'login', details: {} });
    if (isOfTeam) await announce(tx, { merchants: [[merchantId, ['team']]] });
    await recordLogin(tx, { merchantId, memberId, sessionId, way: 'set_up_link', ip: context.ip, userAgent: context.userAgent });
    return openSession(tx, 'merchant', merchantId, context, sessionId, memberId);
  });
  return { token, expires_at: expiresAt.toISOString() };
}

/** The link of a token. Whoever has it is told why it is of no use any more. */
async function usableLink({ db }: Platform, token: string): Promise<NonNullable<Found> & { readonly key: MerchantLinkKey }> {
  const key = merchantLinkKey(token);
  const found = key && (await findLink(db.systemQueries, key));
  if (!key || !found) throw refuse('set_up_link_refused');
  if (found.is_used) throw refuse('set_up_link_used');
  if (found.is_expired) throw refuse('set_up_link_expired');
  if (!found.is_wanted) throw refuse('set_up_link_refused');
  return { ...found, key };
}

type Found = Awaited<ReturnType<typeof findLink>>;
