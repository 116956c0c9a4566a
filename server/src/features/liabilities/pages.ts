import { readFile } from 'node:fs/promises';
import { type LiabilityProofs, walletLiabilityProof } from '@purser/contract/features/liabilities';
import { liabilitiesPage } from '@purser/contract/payer-pages';
import { VERIFIER_PATH } from '@purser/contract/wire';
import { loginPath } from '../../domain/payer-login.ts';
import { payerPage, type PayerPageRoute, show } from '../../platform/http/payer-pages.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Pages } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../platform/security/sessions.ts';
import { proofsOf } from './proof.ts';

/** Where a wallet user sees that their balances are counted in what the provider has stated to owe, in whichever statement they choose. */
export function liabilityPages(platform: Platform): PayerPageRoute[] {
  return [
    payerPage(liabilitiesPage, {
      async show({ request, session, query }) {
        if (!session) return { goTo: loginPath(request.url) };
        const asked = await proofsAskedFor(platform, session, query['statement']);
        return show(liabilitiesPage, { ...(asked ?? (await proofsOf(platform, session.ownerId))), is_gone: asked === undefined });
      },
      acts: {},
    }),
  ];
}

/** Proofs in the statement that an address names, which is the newest unless said otherwise; undefined where none are kept of it. */
async function proofsAskedFor(
  platform: Platform,
  { ownerId }: Session,
  statement: string | undefined,
): Promise<LiabilityProofs | undefined> {
  const asked = walletLiabilityProof.input.safeParse({ statement_id: statement });
  if (!asked.success) return undefined;
  try {
    return await proofsOf(platform, ownerId, asked.data.statement_id);
  } catch (error) {
    if (error instanceof Refusal && error.outcome === 'liability_statement_unknown') return undefined;
    throw error;
  }
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
