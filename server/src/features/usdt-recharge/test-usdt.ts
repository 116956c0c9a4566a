import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { testUsdtSend } from '@purser/contract/features/test-usdt';
import { usdtRechargePage, WALLET_TEST_USDT } from '@purser/contract/payer-pages';
import { setTimeout as sleep } from 'node:timers/promises';
import { loginPath } from '../../domain/payer-login.ts';
import { offerOf, type TestChain } from '../../platform/chain/test-chain.ts';
import { type PayerPageRoute, signedIn } from '../../platform/http/payer-pages.ts';
import type { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { addressOn, blockchains } from './own-address.ts';
import { usdtRechargeAddress } from './page-address.ts';
import type { UsdtRecharges } from './service.ts';

/** Each party may ask this often. */
const SENDS: ThrottleRule = { scope: 'test_usdt', most: 3, rememberedS: 60, window: true };
/** How long an answer waits until the watcher has seen what was sent, so that the next page shows it. */
const SEEN_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 100;

/** The merchant's call; there is none without a chain. */
export function testUsdtRoutes(platform: Platform): Route[] {
  const { testChain } = platform.settings;
  if (!testChain) return [];
  return [
    merchantRoute(
      testUsdtSend,
      async ({ network }: ParsedInputOf<typeof testUsdtSend>, { merchantId }): Promise<OutputOf<typeof testUsdtSend>> => {
        // Refuses whoever may not recharge quickly, before anything is counted or started.
        await blockchains(platform, merchantId);
        return send(platform, testChain, merchantId, network, async () => (await addressOn(platform, merchantId, { network })).address);
      },
    ),
  ];
}

/** The wallet's form; there is none without a chain. */
export function testUsdtPages(platform: Platform, recharges: UsdtRecharges): PayerPageRoute[] {
  const { testChain } = platform.settings;
  if (!testChain) return [];
  return [
    {
      declaration: usdtRechargePage,
      show: undefined,
      forms: [
        {
          path: WALLET_TEST_USDT,
          async act(asked) {
            const { ownerId } = signedIn(asked);
            const wished = offerOf(testChain, asked.form['network']).network;
            const { network, txid } = await send(platform, testChain, ownerId, wished, async () => {
              const { networks } = await recharges.setting({ type: 'user', id: ownerId });
              return networks.find((one) => one.network === wished && one.credited_in !== null)?.address;
            });
            return usdtRechargeAddress({ coin: asked.form['coin'], network, next: asked.form['next'] }, { done: 'test', sent: txid });
          },
          toldAt({ form: { coin, next } }, { outcome }) {
            const here = usdtRechargeAddress({ coin, next });
            return outcome === 'unauthenticated' ? loginPath(here) : here;
          },
        },
      ],
    },
  ];
}

/** Sends test USDT to an owner's own address, which is asked for once the chain is connected, and waits until it has been seen there. */
async function send(
  platform: Platform,
  chain: TestChain,
  ownerId: number,
  network: string,
  addressOf: () => Promise<string | undefined>,
): Promise<OutputOf<typeof testUsdtSend>> {
  if (!chain.networks.includes(network)) throw refuse('deposit_network_missing');
  await platform.throttle.count([[SENDS, String(ownerId)]]);
  const down = (error: unknown): never => {
    platform.log.warn({ err: error }, 'test USDT could not be sent');
    throw refuse('test_chain_down');
  };
  await chain.ready().catch(down);
  const address = await addressOf();
  if (address === undefined) throw refuse('deposit_network_missing');
  const txid = await chain.send(network, address).catch(down);
  await untilSeen(platform, ownerId, network, txid);
  return { network, txid };
}

async function untilSeen({ db }: Platform, ownerId: number, network: string, txid: string): Promise<void> {
  for (const until = performance.now() + SEEN_WITHIN_MS; performance.now() < until; await sleep(LOOK_EVERY_MS)) {
    if (await isSeen(db, ownerId, network, txid)) return;
  }
}

/** Whether the watcher has seen a transaction that sends something to the owner. */
export async function isSeen(db: Database, ownerId: number, network: string, txid: string): Promise<boolean> {
  const { rowCount } = await db.scoped(ownerId, (tx) =>
    tx.query('select from chain_deposit where owner_id = $1 and network = $2 and txid = $3', [
      ownerId,
      network,
      Buffer.from(txid.slice(2), 'hex'),
    ]),
  );
  return rowCount !== 0;
}
