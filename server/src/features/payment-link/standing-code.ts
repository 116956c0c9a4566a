import { timingSafeEqual } from 'node:crypto';
import { merchantIdOfOrderToken, ownedToken, TOKEN_RANDOM_BYTES } from '../../domain/order-token.ts';
import type { Coin } from '../../platform/database/coins.ts';
import type { Secrets } from '../../platform/security/secrets.ts';

/** The platform token of a market. */
interface MarketCoin extends Coin {
  readonly market: string;
}

function isMarketCoin(coin: Coin): coin is MarketCoin {
  return coin.market !== null;
}

/**
 * The token of a merchant's standing code in a market. It is made of the two with the master key: it is nowhere kept, nobody can make one up, and
 * a code that was printed stays good.
 */
export function standingToken(secrets: Pick<Secrets, 'mac'>, merchantId: number, market: string): string {
  return ownedToken(merchantId, secrets.mac('standing-code', `${merchantId} ${market}`).subarray(0, TOKEN_RANDOM_BYTES));
}

interface StandingCode {
  readonly merchantId: number;
  readonly coin: MarketCoin;
}

/** Whose standing code a token is, and in which coin; undefined for any other text. */
export function standingCodeOf(secrets: Pick<Secrets, 'mac'>, token: string, coins: readonly Coin[]): StandingCode | undefined {
  const merchantId = merchantIdOfOrderToken(token);
  if (merchantId === undefined) return undefined;
  const given = Buffer.from(token);
  const coin = coins.filter(isMarketCoin).find(({ market }) => {
    const expected = Buffer.from(standingToken(secrets, merchantId, market));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return coin && { merchantId, coin };
}
