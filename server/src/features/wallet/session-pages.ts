import { sessionsPage } from '@purser/contract/payer-pages';
import { z } from 'zod';
import { deviceOf } from '../../domain/device.ts';
import { openSessions } from '../../domain/open-sessions.ts';
import { loginPath } from '../../domain/payer-login.ts';
import { keyedWrite, unkeyed } from '../../platform/commands/write.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { readForm } from '../../platform/http/payer-form.ts';
import { payerPage, type Act, type PayerPageRoute, show, signedIn } from '../../platform/http/payer-pages.ts';
import type { PayerForm } from '../../platform/http/payer-request.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { endOtherSessions, endSession } from '../../platform/security/sessions.ts';

const HERE = '/wallet/sessions';
const endForm = z.object({ session_id: z.uuid() });

/** Where a wallet user is signed in, as a page with plain forms that end it. */
export function sessionPages(platform: Platform): PayerPageRoute[] {
  const context = (asked: PayerForm) => unkeyed(signedIn(asked), clientAddress(asked.request));
  const toldAt: Act['toldAt'] = (_asked, { outcome }) => (outcome === 'unauthenticated' ? loginPath(HERE) : HERE);
  return [
    payerPage(sessionsPage, {
      async show({ session, query }) {
        if (!session) return { goTo: loginPath(HERE) };
        const open = await platform.db.scoped(session.ownerId, (tx) => openSessions(tx, session));
        const sessions = open.map(({ user_agent, expires_at: _ends, ...shown }) => ({ ...shown, device: deviceOf(user_agent) }));
        return show(sessionsPage, { sessions, ended: query['ended'] === '1' });
      },
      acts: {
        end: {
          async act(asked) {
            const { session_id } = readForm(endForm, asked.form);
            const { ownerId } = signedIn(asked);
            await keyedWrite<null>(platform, context(asked), {
              act: async (tx) => {
                if (!(await endSession(tx, ownerId, session_id))) throw refuse('not_found');
                return null;
              },
              audit: () => ({ action: 'session.end', details: { session_id } }),
            });
            return `${HERE}?ended=1`;
          },
          toldAt,
        },
        end_others: {
          async act(asked) {
            const session = signedIn(asked);
            await keyedWrite(platform, context(asked), {
              act: async (tx) => ({ ended: await endOtherSessions(tx, session) }),
              audit: ({ ended }) => ({ action: 'session.end_others', details: { ended } }),
            });
            return `${HERE}?ended=1`;
          },
          toldAt,
        },
      },
    }),
  ];
}
