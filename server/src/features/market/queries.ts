import type { OutputOf } from '@purser/contract/call';
import type { marketMerchantTerms, marketOverview, marketRateHistory } from '@purser/contract/features/market';
import { formatAmount } from '@purser/contract/money';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { reviewBounds } from '../../domain/review-bound.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { floatingFeeds, shownFeed, type StoredFeed } from './feeds.ts';
import { boundsOf, shownBounds } from './history.ts';
import { shownReviewBounds } from './review-bounds.ts';
import { NO_OWN_TERMS, type OwnTerms, shownOwnTerms, shownTerms, type StoredTerms, TERM_COLUMNS } from './terms.ts';

type Overview = OutputOf<typeof marketOverview>;
type MerchantTerms = OutputOf<typeof marketMerchantTerms>;
type Rate = OutputOf<typeof marketRateHistory>['list'][number];

export interface StoredCoin extends StoredTerms {
  readonly code: string;
  readonly market: string | null;
  readonly symbol: string;
  readonly decimals: number;
  readonly is_on: boolean;
}

const TERMS = TERM_COLUMNS.join(', ');

export async function findCoin(tx: Tx, code: string): Promise<StoredCoin | undefined> {
  const { rows } = await tx.query<StoredCoin>(`select code, market, symbol, decimals, is_on, ${TERMS} from coin where code = $1`, [code]);
  return rows[0];
}

/** The coin, locked until the transaction ends: what is noted as "before" is what is changed. */
export async function lockCoin(tx: Tx, code: string): Promise<StoredCoin | undefined> {
  const { rows } = await tx.query<StoredCoin>(
    `select code, market, symbol, decimals, is_on, ${TERMS} from coin where code = $1 for no key update`,
    [code],
  );
  return rows[0];
}

interface RateRow {
  readonly price_type: Rate['price_type'];
  readonly rate: string | null;
  readonly rate_to_usdt: string | null;
  readonly set_by: string;
  readonly set_at: Date;
}

function shownRate({ price_type, rate, rate_to_usdt, set_by, set_at }: RateRow): Rate {
  return { price_type, rate, rate_to_usdt, set_by, set_time: set_at.toISOString() };
}

const RATE = 'price_type, trim_scale(rate)::text as rate, trim_scale(rate_to_usdt)::text as rate_to_usdt, set_by, set_at';

/** The coin's rates, newest first. */
export async function ratesOf(tx: Tx, coin: string, most: number): Promise<Rate[]> {
  const { rows } = await tx.query<RateRow>(`select ${RATE} from coin_rate where coin = $1 order by sequence desc limit $2`, [coin, most]);
  return rows.map(shownRate);
}

/** How many changes wait for a second person, by coin: of what is everybody's, or of one merchant's own. */
async function waitingOf(tx: Tx, ownerId: number): Promise<(coin: string) => number> {
  const { rows } = await tx.query<{ coin: string; count: bigint }>(
    `select content::jsonb ->> 'coin_name' as coin, count(*) as count from approval
     where state = 'pending' and expires_at > now() and owner_id = $1 and kind = any ($2) group by 1`,
    [
      ownerId,
      [
        'market.terms',
        'market.rate',
        'market.merchant_terms',
        'market.review_bounds',
        'market.coin_network',
        'market.rate_feed',
        'market.rate_held',
      ],
    ],
  );
  return (coin) => Number(rows.find((row) => row.coin === coin)?.count ?? 0);
}

type OnNetworkRow = Omit<Overview['networks'][number]['coins'][number], 'network_fee'> & {
  readonly network: string;
  readonly network_fee: bigint;
};

export async function overviewOf(tx: Tx): Promise<Overview> {
  const { rows: coins } = await tx.query<StoredCoin & RateRow & { market_is_on: boolean | null; own_terms: bigint }>(
    `with own as (select coin, count(*) as terms from merchant_terms group by coin)
     select coin.code, coin.market, coin.symbol, coin.decimals, coin.is_on, ${TERM_COLUMNS.map((column) => `coin.${column}`).join(', ')},
       market.is_on as market_is_on, latest.*, coalesce(own.terms, 0) as own_terms
     from coin
     left join own on own.coin = coin.code
     left join market on market.market = coin.market
     left join lateral (select ${RATE} from coin_rate where coin_rate.coin = coin.code order by sequence desc limit 1) as latest on true
     order by coin.position, coin.code`,
  );
  const { rows: networks } = await tx.query<Omit<Overview['networks'][number], 'coins'>>(
    'select network, kind, endpoints, is_on from network order by added_at, network',
  );
  const { rows: onNetworks } = await tx.query<OnNetworkRow & { decimals: number }>(
    `select network, coin as coin_name, coin.decimals, contract_address, token_decimals, confirmations, deposit_address, network_fee, coin_network.is_on
     from coin_network join coin on coin.code = coin_network.coin order by coin, network`,
  );
  const bounds = await reviewBounds(tx);
  const feeds = new Map((await floatingFeeds(tx)).map((feed) => [feed.coin, feed]));
  const waiting = await waitingOf(tx, PROVIDER_OWNER_ID);
  return {
    bounds: shownBounds(await boundsOf(tx)),
    coins: coins.map((coin) => ({
      coin_name: coin.code,
      market: coin.market,
      symbol: coin.symbol,
      decimals: coin.decimals,
      coin_is_on: coin.is_on,
      market_is_on: coin.market_is_on,
      ...shownTerms(coin),
      ...shownReviewBounds(bounds, coin.code, coin.decimals),
      rate: coin.price_type === null ? null : shownRate(coin),
      feed: feedStanding(feeds.get(coin.code)),
      own_terms: Number(coin.own_terms),
      waiting: waiting(coin.code),
    })),
    networks: networks.map((one) => ({
      ...one,
      coins: onNetworks.flatMap(({ network, decimals, network_fee, ...coin }) =>
        network === one.network ? [{ ...coin, network_fee: formatAmount(network_fee, decimals) }] : [],
      ),
    })),
  };
}

function feedStanding(feed: StoredFeed | undefined): Overview['coins'][number]['feed'] {
  if (!feed) return null;
  const { taken_at, is_stale, held, problem } = feed;
  return {
    ...shownFeed(feed),
    taken_time: taken_at?.toISOString() ?? null,
    is_stale,
    held_rate: held,
    problem: problem === '' ? null : problem,
  };
}

export interface TermsOfMerchant {
  readonly name: string;
  readonly markets: readonly string[];
}

export async function findMerchant(tx: Tx, merchantId: number): Promise<TermsOfMerchant | undefined> {
  const { rows } = await tx.query<TermsOfMerchant>('select name, markets from merchant where merchant_id = $1', [merchantId]);
  return rows[0];
}

/** The merchant, locked until the transaction ends: its own terms and markets change one after the other. */
export async function lockMerchant(tx: Tx, merchantId: number): Promise<TermsOfMerchant | undefined> {
  const { rows } = await tx.query<TermsOfMerchant>('select name, markets from merchant where merchant_id = $1 for no key update', [
    merchantId,
  ]);
  return rows[0];
}

/** A merchant's own terms of a coin. */
export async function ownTermsOf(tx: Tx, merchantId: number, coin: string): Promise<OwnTerms> {
  const { rows } = await tx.query<OwnTerms>(`select ${TERMS} from merchant_terms where merchant_id = $1 and coin = $2`, [merchantId, coin]);
  return rows[0] ?? NO_OWN_TERMS;
}

/** The merchant's own terms beside the coin's: of the coins of its markets, and wherever it has some. */
export async function merchantTermsOf(tx: Tx, merchantId: number, { name, markets }: TermsOfMerchant): Promise<MerchantTerms> {
  const { rows: coins } = await tx.query<StoredCoin & { market_is_on: boolean | null }>(
    `select code, market, symbol, decimals, coin.is_on, market.is_on as market_is_on, ${TERMS}
     from coin left join market using (market) order by position, code`,
  );
  const { rows: own } = await tx.query<OwnTerms & { coin: string }>(`select coin, ${TERMS} from merchant_terms where merchant_id = $1`, [
    merchantId,
  ]);
  const waiting = await waitingOf(tx, merchantId);
  const isEnabled = ({ market }: StoredCoin) => market !== null && markets.includes(market);
  return {
    merchant_id: merchantId,
    name,
    markets: [...markets],
    further_markets: coins.flatMap((coin) =>
      coin.market !== null && coin.is_on && coin.market_is_on && !isEnabled(coin) ? [coin.market] : [],
    ),
    list: coins.flatMap((coin) => {
      const ownTerms = own.find((terms) => terms.coin === coin.code);
      if (!ownTerms && !isEnabled(coin)) return [];
      return [
        {
          coin_name: coin.code,
          decimals: coin.decimals,
          waiting: waiting(coin.code),
          own: shownOwnTerms(ownTerms ?? NO_OWN_TERMS, coin.decimals),
          usual: shownTerms(coin),
        },
      ];
    }),
  };
}

/** Writes the merchant's own terms; with none left the row goes. */
export async function saveOwnTerms(tx: Tx, merchantId: number, coin: string, terms: OwnTerms): Promise<void> {
  await tx.query('delete from merchant_terms where merchant_id = $1 and coin = $2', [merchantId, coin]);
  if (Object.values(terms).every((value) => value === null)) return;
  await tx
    .insertInto('merchant_terms')
    .values({ merchant_id: BigInt(merchantId), coin, ...terms })
    .execute();
}
