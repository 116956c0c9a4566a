import type { PaymentMethodState } from '@purser/contract/bank-account';
import type { OutputOf } from '@purser/contract/call';
import { personOfIdentity } from '@purser/contract/features/identity';
import type { walletFileUpload } from '@purser/contract/features/file';
import { FILE_PURPOSES } from '@purser/contract/file-purpose';
import { DOCUMENTS, type DocumentName, documentsOf } from '@purser/contract/identity';
import { authenticationPage } from '@purser/contract/payer-pages';
import { z } from 'zod';
import { loginPath } from '../../domain/payer-login.ts';
import { lockWalletUser, walletBankAccounts, walletMarkets } from '../../domain/wallet-bank.ts';
import { keyedWrite, type PayerWrite, unkeyed } from '../../platform/commands/write.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { readForm } from '../../platform/http/payer-form.ts';
import { payerPage, type PayerPageRoute, safePath, show, signedIn } from '../../platform/http/payer-pages.ts';
import { BETWEEN_FIELDS, type PayerForm } from '../../platform/http/payer-request.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { Answer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { identityOf, refuseSettled, submitIdentity } from './service.ts';

type KeptFile = OutputOf<typeof walletFileUpload>;

/** Keeps a file that a wallet user has sent. */
type KeepFile = (
  input: { readonly purpose: 'identity'; readonly file: ReceivedFile },
  context: PayerWrite,
  who: { readonly sender: 'payer'; readonly ownerId: number; readonly sentBy: string },
) => Promise<KeptFile | Answer<KeptFile>>;

const HERE = authenticationPage.path ?? '';
const personForm = z.object(personOfIdentity);
const OF_A_PERSON = DOCUMENTS.filter((name) => name !== 'registration');

/** The wallet user's authentication centre: a page with a plain form, which carries the photographs. */
export function identityPages(platform: Platform, keepFile: KeepFile): PayerPageRoute[] {
  return [
    payerPage(authenticationPage, {
      async show({ request, session, query, typed }) {
        if (!session) return { goTo: loginPath(request.url) };
        const { ownerId } = session;
        const [identity, accounts, { has_payment_password }] = await platform.db.scoped(ownerId, async (tx) => [
          await identityOf(tx, platform, { party: 'user', ownerId }),
          await walletBankAccounts(tx, ownerId),
          await walletMarkets(tx, ownerId),
        ]);
        const bank_card = best(accounts.map(({ status }) => status));
        const next = safePath(query['next']);
        return show(authenticationPage, { identity, bank_card, has_payment_password, next, typed, submitted: query['done'] === '1' });
      },
      acts: {
        submit: {
          takes: { mostFiles: OF_A_PERSON.length, mostBytes: FILE_PURPOSES.identity.mostBytes },
          async act(asked) {
            await handIn(platform, keepFile, asked);
            return withNext(asked, '&done=1');
          },
          toldAt: (asked, { outcome }) => (outcome === 'unauthenticated' ? loginPath(withNext(asked)) : withNext(asked)),
          // The number is not among them: what was typed travels in a cookie.
          typed: ({ surname = '', middle_name = '', name = '', id_type = '' }) => ({ surname, middle_name, name, id_type }),
        },
      },
    }),
  ];
}

/** What is typed is looked at before anything is kept. */
async function handIn(platform: Platform, keepFile: KeepFile, asked: PayerForm): Promise<void> {
  const { ownerId } = signedIn(asked);
  const whose = { party: 'user', ownerId } as const;
  const context = unkeyed({ ownerId }, clientAddress(asked.request));
  const person = readForm(personForm, asked.form);
  await platform.db.scoped(ownerId, (tx) => refuseSettled(tx, whose));
  const wanted = documentsOf('person', person.id_type);
  // A field in which no file was chosen comes as an empty one.
  const sent = wanted
    .map((document) => ({ document, file: asked.files[document] }))
    .filter(({ file }) => file !== undefined && file.size > 0);
  const missing = wanted.filter((document) => sent.every((one) => one.document !== document));
  if (missing.length > 0) throw new Refusal('identity_incomplete', { field: missing.join(BETWEEN_FIELDS) }, null);
  const kept: Partial<Record<DocumentName, string>> = {};
  for (const { document, file } of sent) {
    const who = { sender: 'payer', ownerId, sentBy: `user ${ownerId}` } as const;
    const answer = await keepFile({ purpose: 'identity', file: file as ReceivedFile }, context, who).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal(error.outcome, { ...error.values, field: document }, error.data) : error;
    });
    kept[document] = (answer instanceof Answer ? answer.data : answer).file_id;
  }
  await keyedWrite(platform, context, {
    act: async (tx) => {
      await lockWalletUser(tx, ownerId);
      return submitIdentity(tx, platform, whose, {
        kind: 'person',
        ...person,
        company_name: '',
        registration_number: '',
        company_address: '',
        front_file_id: kept.front ?? null,
        back_file_id: kept.back ?? null,
        holder_file_id: kept.holder ?? null,
        registration_file_id: null,
      });
    },
    audit: (submission_id) => ({ action: 'identity.submit', details: { submission_id, kind: 'person' } }),
  });
}

/** This page's path, with where the payer came from: in the address, so that it is known before the body is read. */
function withNext({ query }: Pick<PayerForm, 'query'>, more = ''): string {
  return `${HERE}?next=${encodeURIComponent(safePath(query['next']))}${more}`;
}

function best(states: readonly PaymentMethodState[]): PaymentMethodState | null {
  return (['verified', 'unverified', 'rejected'] as const).find((state) => states.includes(state)) ?? null;
}
