import type { OutputOf } from '@purser/contract/call';
import { USER_KINDS, type UserKind } from '@purser/contract/features/account';
import type { marketKindTerms } from '@purser/contract/features/kind-terms';
import { formatRate } from '@purser/contract/money';
import { COMMISSION_COLUMN, recordOf, USER_FEE_NAMES, USER_FEES, USER_LIMITS } from '@purser/contract/terms';
import type { Tx } from '../../platform/database/tx.ts';
import type { StoredCoin } from './queries.ts';
import { NO_OWN_TERMS, type OwnTerms, shownOwnTerms, shownTerms, TERM_COLUMNS } from './terms.ts';

const KIND_COLUMNS = [...USER_FEES.map((fee) => `${fee}_fee_bp` as const), ...USER_LIMITS];
const COLUMNS = [...KIND_COLUMNS, COMMISSION_COLUMN].join(', ');

/** What is set for a kind; the commission is that of agents. */
export type KindTerms = OwnTerms & { readonly commission_bp: number | null };
const NO_KIND_TERMS: KindTerms = { ...NO_OWN_TERMS, commission_bp: null };

type UserTerm = (typeof USER_FEE_NAMES)[number] | (typeof USER_LIMITS)[number];

/** What of terms concerns wallet users. */
export function userTerms<Value>(terms: Readonly<Record<UserTerm, Value>>): Record<UserTerm, Value> {
  return recordOf([...USER_FEE_NAMES, ...USER_LIMITS], (name) => terms[name]);
}

/** As staff read it. */
export function shownKindTerms(terms: KindTerms, decimals: number) {
  const { commission_bp } = terms;
  return { ...userTerms(shownOwnTerms(terms, decimals)), commission_rate: commission_bp === null ? null : formatRate(commission_bp) };
}

/** What is set for a kind in a coin; none where it is all as usual. */
export async function kindTermsOf(tx: Tx, kind: UserKind, coin: string): Promise<KindTerms> {
  const { rows } = await tx.query<Partial<KindTerms>>(`select ${COLUMNS} from kind_terms where kind = $1 and coin = $2`, [kind, coin]);
  return { ...NO_KIND_TERMS, ...rows[0] };
}

/** Writes what is set for a kind; with nothing left the row goes. */
export async function saveKindTerms(tx: Tx, kind: UserKind, coin: string, terms: KindTerms): Promise<void> {
  await tx.query('delete from kind_terms where kind = $1 and coin = $2', [kind, coin]);
  const columns = [...KIND_COLUMNS, COMMISSION_COLUMN] as const;
  if (columns.every((column) => terms[column] === null)) return;
  const values = columns.map((_, place) => `$${place + 3}`).join(', ');
  await tx.query(`insert into kind_terms (kind, coin, ${COLUMNS}) values ($1, $2, ${values})`, [
    kind,
    coin,
    ...columns.map((column) => terms[column]),
  ]);
}

/** What is set for every kind, beside what the coins have: of the coins that wallet users can hold. */
export async function everyKindsTerms(tx: Tx): Promise<OutputOf<typeof marketKindTerms>> {
  const { rows: coins } = await tx.query<StoredCoin>(
    `select code, market, symbol, decimals, is_on, ${TERM_COLUMNS.join(', ')} from coin where market is not null order by position, code`,
  );
  const { rows: set } = await tx.query<Partial<KindTerms> & { kind: UserKind; coin: string }>(
    `select kind, coin, ${COLUMNS} from kind_terms`,
  );
  const { rows: users } = await tx.query<{ kind: UserKind; count: bigint }>(
    'select kind, count(*) as count from wallet_user group by kind',
  );
  const { rows: waiting } = await tx.query<{ kind: string; coin: string; count: bigint }>(
    `select content::jsonb ->> 'kind' as kind, content::jsonb ->> 'coin_name' as coin, count(*) as count from approval
     where state = 'pending' and expires_at > now() and kind = 'market.kind_terms' group by 1, 2`,
  );
  return {
    list: USER_KINDS.map((kind) => ({
      kind,
      users: Number(users.find((row) => row.kind === kind)?.count ?? 0),
      coins: coins.map((coin) => {
        const terms = set.find((row) => row.kind === kind && row.coin === coin.code);
        return {
          coin_name: coin.code,
          decimals: coin.decimals,
          waiting: Number(waiting.find((row) => row.kind === kind && row.coin === coin.code)?.count ?? 0),
          own: shownKindTerms({ ...NO_KIND_TERMS, ...terms }, coin.decimals),
          usual: userTerms(shownTerms(coin)),
        };
      }),
    })),
  };
}
