import { closedPage, privacyPage } from '@purser/contract/wallet-pages';
import { OWN_DATA_PATH } from '@purser/contract/privacy';
import { loginPath } from '../../domain/payer-login.ts';
import { keyedWrite, unkeyed } from '../../platform/commands/write.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { clearPayerCookie } from '../../platform/http/payer-cookie.ts';
import { type Act, payerPage, type PayerPageRoute, show, signedIn } from '../../platform/http/payer-pages.ts';
import type { PayerForm } from '../../platform/http/payer-request.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { closeAccount } from './closing.ts';
import { confirmOwner } from './confirm.ts';
import { fileGrant, isGranted } from './grant.ts';
import { closingObstacles } from './obstacles.ts';

const HERE = privacyPage.path ?? '';
/** How often one user takes their data along: it is read from everywhere. */
const TAKEN: ThrottleRule = { scope: 'own-data', most: 5, rememberedS: 3600, window: true };

/** What is kept about a wallet user, taking it along, and closing the account: plain forms. */
export function privacyPages(platform: Platform): PayerPageRoute[] {
  const context = (asked: PayerForm) => unkeyed(signedIn(asked), clientAddress(asked.request));
  const toldAt =
    (form: 'take' | 'close'): Act['toldAt'] =>
    (_asked, { outcome, values }) => {
      if (outcome === 'unauthenticated') return loginPath(HERE);
      // A field that is named has the focus, which an address with a place in it would keep from it.
      return `${HERE}?refused=${form}${values['field'] === undefined ? `#${form}` : ''}`;
    };
  return [
    payerPage(privacyPage, {
      async show({ session, query }) {
        if (!session) return { goTo: loginPath(HERE) };
        const { ownerId } = session;
        const { obstacles, has_payment_password } = await platform.db.scoped(ownerId, async (tx) => {
          const { rows } = await tx.query<{ has_payment_password: boolean }>(
            'select payment_password_hash is not null as has_payment_password from wallet_user where user_id = $1',
            [ownerId],
          );
          return { obstacles: await closingObstacles(tx, ownerId), has_payment_password: rows[0]?.has_payment_password === true };
        });
        const { grant } = query;
        const isGood = grant !== undefined && isGranted(platform, session, grant);
        const file = isGood ? `${OWN_DATA_PATH}?grant=${encodeURIComponent(grant)}` : null;
        const refused = query['refused'] === 'take' || query['refused'] === 'close' ? query['refused'] : null;
        return show(privacyPage, { user_id: ownerId, has_payment_password, obstacles, file, is_over: query['over'] === '1', refused });
      },
      acts: {
        take: {
          async act(asked) {
            const session = signedIn(asked);
            await keyedWrite<null, void>(platform, context(asked), {
              prepare: async () => {
                await confirmOwner(platform, session, asked.form);
                await platform.throttle.count([[TAKEN, String(session.ownerId)]]);
              },
              act: async () => null,
              audit: () => ({ action: 'wallet.take_data', details: {} }),
            });
            return `${HERE}?grant=${encodeURIComponent(fileGrant(platform, session))}#take`;
          },
          toldAt: toldAt('take'),
        },
        close: {
          async act(asked) {
            const session = signedIn(asked);
            await closeAccount(platform, {
              ...context(asked),
              confirm: async () => {
                await confirmOwner(platform, session, asked.form);
                if (asked.form['for_good'] !== 'yes') throw refuse('closing_unconfirmed');
              },
            });
            clearPayerCookie(asked.reply, platform.settings.publicUrl);
            return closedPage.path ?? HERE;
          },
          toldAt: toldAt('close'),
          typed: (form) => ({ for_good: form['for_good'] === 'yes' ? 'yes' : '' }),
        },
      },
    }),

    payerPage(closedPage, { anonymous: true, show: async () => show(closedPage, {}), acts: {} }),
  ];
}
