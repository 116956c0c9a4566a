import { readFile } from 'node:fs/promises';
import { liabilitiesPage } from '@purser/contract/payer-pages';
import { VERIFIER_PATH } from '@purser/contract/wire';
import { loginPath } from '../../domain/payer-login.ts';
import { payerPage, type PayerPageRoute, show } from '../../platform/http/payer-pages.ts';
import type { Pages } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { proofsOf } from './proof.ts';

/** Where a wallet user sees that their balances are counted in what the provider has stated to owe. */
export function liabilityPages(platform: Platform): PayerPageRoute[] {
  return [
    payerPage(liabilitiesPage, {
      async show({ request, session }) {
        if (!session) return { goTo: loginPath(request.url) };
        return show(liabilitiesPage, await proofsOf(platform, session.ownerId));
      },
      acts: {},
    }),
  ];
}

/** The verifier, as it stands in docs/. Browsers save it and do not run it. */
export const verifierFile: Pages = (fastify) => {
  const file = new URL('../../../../docs/verify-liabilities.mjs', import.meta.url);
  fastify.get(VERIFIER_PATH, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-disposition', 'attachment; filename="verify-liabilities.mjs"')
      .send(await readFile(file)),
  );
};
