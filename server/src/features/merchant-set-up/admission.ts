import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type {
  merchantAdmit,
  merchantSetUpLink,
  merchantSetUpLinkMake,
  merchantSetUpLinkWithdraw,
} from '@purser/contract/features/merchant-set-up';
import { SETUP_LINK_VALID_H } from '@purser/contract/message-kinds';
import { mainAccount } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { sql } from 'kysely';
import { tokenOf } from '../../domain/market-token.ts';
import { merchantSetUpUrl, newMerchantLink } from '../../domain/merchant-link.ts';
import { postMessage } from '../../domain/message.ts';
import { refuseUnlessSeen } from '../../platform/commands/seen.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { answerOf, confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteUnused, workingLink } from './queries.ts';

type Link = OutputOf<typeof merchantAdmit>;
type SeenLink = Pick<ParsedInputOf<typeof merchantSetUpLinkMake>, 'merchant_id' | 'before'>;
type SentTo = Pick<ParsedInputOf<typeof merchantSetUpLinkMake>, 'mail' | 'language'>;

/** A merchant begins at the usual terms, with an account in the token of each market and in every crypto coin. */
export async function admit(
  platform: Platform,
  input: ParsedInputOf<typeof merchantAdmit>,
  context: StaffContext,
): Promise<Link | Answer<Link>> {
  const { name } = input;
  const username = input.username.toLowerCase();
  const markets = [...new Set(input.markets)];
  const shown = new ShownLink(platform);
  const done = await confirmedWrite(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      const coins = [...(await tokensOf(tx, markets)), ...(await cryptoCoins(tx))];
      const made = await tx
        .insertInto('merchant')
        .values({ name, username, markets, set_up_at: null })
        .returning('merchant_id')
        .executeTakeFirstOrThrow();
      const merchantId = Number(made.merchant_id);
      const { rows } = await tx.query<{ claimed: boolean }>('select claim_merchant_name($1, $2) as claimed', [username, merchantId]);
      if (rows[0]?.claimed !== true) throw refuse('merchant_username_taken');
      await openAccounts(
        tx,
        coins.map((coin) => mainAccount(merchantId, coin)),
      );
      return shown.make(tx, { merchantId, name }, input, context);
    },
    audit: ({ merchant_id }) => ({ action: 'merchant.admit', details: { merchant_id, name, username, markets, ...mailIn(input) } }),
  });
  return shown.in(done);
}

/** For who lost the link, or let its time pass. */
export async function makeAnotherLink(
  platform: Platform,
  input: ParsedInputOf<typeof merchantSetUpLinkMake>,
  context: StaffContext,
): Promise<Link | Answer<Link>> {
  const { merchant_id: merchantId } = input;
  const shown = new ShownLink(platform);
  const done = await confirmedWrite(platform, input, context, {
    whose: merchantId,
    act: async (tx) => {
      const merchant = await lockedMerchant(tx, merchantId);
      if (!merchant) throw refuse('not_found');
      if (merchant.set_up_at !== null) throw refuse('merchant_set_up_already');
      await endLink(tx, input);
      return shown.make(tx, { merchantId, name: merchant.name }, input, context);
    },
    audit: () => ({ action: 'merchant.set_up_link.make', details: mailIn(input) }),
  });
  return shown.in(done);
}

export function withdrawLink(
  platform: Platform,
  input: ParsedInputOf<typeof merchantSetUpLinkWithdraw>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { merchant_id } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: merchant_id,
    act: async (tx) => {
      if (!(await lockedMerchant(tx, merchant_id)) || !(await endLink(tx, input))) throw refuse('not_found');
      return null;
    },
    audit: () => ({ action: 'merchant.set_up_link.withdraw', details: {} }),
  });
}

/** No link is made or ended for the merchant beside the transaction. */
function lockedMerchant(tx: Tx, merchantId: number) {
  return tx
    .selectFrom('merchant')
    .select(['name', 'set_up_at'])
    .where('merchant_id', '=', BigInt(merchantId))
    .forUpdate()
    .executeTakeFirst();
}

/** Ends the link that was seen; what another member made meanwhile is not ended unseen: they may have handed it on. False where there was none. */
async function endLink(tx: Tx, { merchant_id, before }: SeenLink): Promise<boolean> {
  const working = await workingLink(tx, merchant_id);
  if (working) refuseUnlessSeen(before, working.created_at.toISOString());
  return deleteUnused(tx, merchant_id);
}

export function waitingLink(
  platform: Platform,
  { merchant_id }: ParsedInputOf<typeof merchantSetUpLink>,
): Promise<OutputOf<typeof merchantSetUpLink>> {
  return readAsStaff(platform, async (tx) => {
    const link = await workingLink(tx, merchant_id);
    return {
      link: link
        ? { made_by: Number(link.made_by), create_time: link.created_at.toISOString(), expires_at: link.expires_at.toISOString() }
        : null,
    };
  });
}

/** A link that is made within a write. Its token is in the first answer, or in a mail, and kept nowhere. */
class ShownLink {
  readonly #platform: Platform;
  #url: string | null = null;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async make(
    tx: Tx,
    { merchantId, name }: { readonly merchantId: number; readonly name: string },
    { mail, language }: SentTo,
    context: StaffContext,
  ): Promise<Link> {
    const { secrets, settings } = this.#platform;
    const { token, hash } = newMerchantLink(merchantId);
    const { expires_at } = await tx
      .insertInto('merchant_set_up_link')
      .values({
        merchant_id: BigInt(merchantId),
        token_hash: hash,
        made_by: BigInt(context.staffId),
        expires_at: sql`now() + make_interval(hours => ${SETUP_LINK_VALID_H})`,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    const url = merchantSetUpUrl(settings.publicUrl, token);
    this.#url = mail === undefined ? url : null;
    if (mail !== undefined) {
      await postMessage(tx, secrets, {
        ownerId: merchantId,
        kind: 'merchant_setup',
        channel: 'mail',
        to: mail,
        language: language ?? context.language,
        variables: { name, link: url, hours: String(SETUP_LINK_VALID_H) },
      });
    }
    return { merchant_id: merchantId, link: null, expires_at: expires_at.toISOString() };
  }

  /** The link is in the first answer only. */
  in(done: Link | Answer<Link>): Link | Answer<Link> {
    return answerOf(done, (kept, again) => ({ ...kept, link: again ? null : this.#url }));
  }
}

async function tokensOf(tx: Tx, markets: readonly string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (const market of markets) {
    const token = await tokenOf(tx, market);
    if (!token) throw refuse('market_unknown');
    if (!token.is_on) throw refuse('coin_off', { coin: token.code });
    tokens.push(token.code);
  }
  return tokens;
}

async function cryptoCoins(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ code: string }>('select code from coin where market is null and is_on order by position');
  return rows.map(({ code }) => code);
}

function mailIn({ mail }: SentTo): { readonly mail?: string } {
  return mail === undefined ? {} : { mail };
}
