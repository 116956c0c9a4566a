import type { OutputOf } from '@purser/contract/call';
import type { accountDetail } from '@purser/contract/features/account';
import { FALLBACK_TEXT_LANGUAGE } from '@purser/contract/language';
import { keyedWrite } from '../../platform/commands/write.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import { lookUpRecipient } from '../../domain/unknown-parties.ts';
import { AUDIENCES_OF, pendingAgreements } from '../../domain/agreements.ts';
import { countUnreadAnnouncements } from '../../domain/published-content.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { failuresSeen, unseenFailures } from '../../platform/security/sign-in-failures.ts';
import { countNews } from './news.ts';
import { isAllowed } from '../../platform/security/member-login.ts';
import { eventsSeen, memberOf, merchantOf } from './queries.ts';

type Detail = OutputOf<typeof accountDetail>;

export class AccountService {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async own({ merchantId, session }: MerchantContext): Promise<Detail> {
    const { db } = this.#platform;
    const party = { party: 'merchant', ownerId: merchantId, language: FALLBACK_TEXT_LANGUAGE } as const;
    const [announcements, agreements] = await Promise.all([
      countUnreadAnnouncements(db.system, merchantId, AUDIENCES_OF.merchant),
      pendingAgreements(db.system, party),
    ]);
    return db.scoped(merchantId, async (tx) => {
      const merchant = await merchantOf(tx, merchantId);
      if (!merchant) throw refuse('unauthenticated');
      const member = session.member && (await memberOf(tx, merchantId, session.member));
      const mayChange = isAllowed(session.member?.role, 'account.change');
      return {
        merchant_id: merchantId,
        name: merchant.name,
        status: merchant.status,
        own: {
          username: session.member?.username ?? merchant.username,
          ...(member && { member: member.shown }),
          authentication_status: merchant.authentication_status,
          google_bound: member?.isOfTeam === true || merchant.totp_secret !== null,
          time_zone: merchant.time_zone,
          markets: merchant.markets,
          login_ip: member?.isOfTeam ? member.login_ip : merchant.login_ip,
          login_time: (member?.isOfTeam ? member.login_at : merchant.login_at)?.toISOString() ?? null,
          unread: (await countNews(tx, merchantId)) + announcements,
          // Whoever may not accept them goes on without.
          agreements_pending: mayChange && agreements.length > 0,
          sign_in_failures: mayChange ? await unseenFailures(tx, merchantId) : null,
        },
        recharge_configuration: merchant.recharge_configuration,
      };
    });
  }

  /** Only what a transfer needs to name its recipient. */
  other(merchantId: number, context: MerchantContext): Promise<Detail> {
    const { db, throttle } = this.#platform;
    return lookUpRecipient(throttle, context.merchantId, async () => {
      const merchant = await merchantOf(db.systemQueries, merchantId);
      if (!merchant) throw refuse('recipient_unknown');
      return { merchant_id: merchantId, name: merchant.name, status: merchant.status, own: null, recharge_configuration: [] };
    });
  }

  eventsSeen(context: MerchantContext): Promise<null | Answer<null>> {
    return keyedWrite(this.#platform, context, { act: (tx) => eventsSeen(tx, context.merchantId) });
  }

  failuresSeen(context: MerchantContext): Promise<null | Answer<null>> {
    return keyedWrite(this.#platform, context, { act: (tx) => failuresSeen(tx, context.merchantId) });
  }
}
