import { coinOfUsdt, USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import { networkName } from '@purser/contract/features/market';
import * as calls from '@purser/contract/features/usdt-recharge';
import { LONGEST_TXID } from '@purser/contract/limits';
import { formatAmount } from '@purser/contract/money';
import { type PayerRenderer, usdtRechargePage } from '@purser/contract/payer-pages';
import { rechargeFee } from '@purser/contract/recharge-amounts';
import { typedAmount } from '@purser/contract/typed-amount';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { arrivingDeposits } from '../../domain/arriving-deposits.ts';
import { chainTxid } from '../../domain/chain-address.ts';
import { loginPath } from '../../domain/payer-login.ts';
import { offerOf } from '../../platform/chain/test-chain.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { typedMinor } from '../../platform/http/asked-amount.ts';
import { keyedForm, pageNumber, readForm } from '../../platform/http/payer-form.ts';
import { payerPage, type PayerPageRoute, safePath, show, signedIn } from '../../platform/http/payer-pages.ts';
import type { Texts } from '../../platform/http/payer-request.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { walletRecharges } from './list.ts';
import type { Owner } from './queries.ts';
import type { UsdtRecharges } from './service.ts';
import { usdtRechargeAddress } from './page-address.ts';
import { isSeen, testUsdtPages } from './test-usdt.ts';

const PAGE_SIZE = 10;
const DONE = ['told', 'cancelled', 'test'] as const;

/** What the page's form says: the fee as the rate that was shown, of which the fee itself is worked out here. */
const toldByForm = calls.walletRechargeAdd.input.omit({ fee: true }).extend({ usdt_recharge_fee: z.string().regex(/^\d{1,3}\.\d{2}$/) });

/** Bringing USDT into the wallet, as a page of plain forms. */
export function usdtRechargePages(platform: Platform, recharges: UsdtRecharges, renderer: PayerRenderer): PayerPageRoute[] {
  const {
    db,
    settings: { testChain },
  } = platform;
  return [
    payerPage(usdtRechargePage, {
      async show({ request, session, query, language, typed }) {
        if (!session) return { goTo: loginPath(request.url) };
        const number = pageNumber(query['page']);
        const [setting, arriving, records] = await Promise.all([
          recharges.setting(ownerOf(session)),
          db.scoped(session.ownerId, (tx) => arrivingDeposits(tx, session.ownerId)),
          walletRecharges.page(db, { page: number, page_size: PAGE_SIZE, sort_order: 'desc' }, { ownerId: session.ownerId, language }),
        ]);
        if (arriving.some(({ held }) => held === null)) testChain?.wake();
        const { coins, networks } = setting;
        const wished = coins.find(({ coin_name }) => coin_name === query['coin'])?.coin_name;
        const network =
          networks.find((one) => one.network === query['network']) ??
          networks.find(({ credited_in }) => wished === undefined || (credited_in ?? wished) === wished) ??
          networks[0];
        const asked = network?.credited_in ?? wished;
        const { network: wishedNetwork = '' } = query;
        const missedNetwork =
          network && wishedNetwork !== network.network && networkName.safeParse(wishedNetwork).success ? wishedNetwork : null;
        const coin = coins.find(({ coin_name }) => coin_name === asked) ?? coins.find(({ rate }) => rate !== null) ?? coins[0];
        const sent = testChain && network && chainTxid('evm', query['sent'] ?? '');
        return show(usdtRechargePage, {
          setting,
          coin: coin ?? null,
          missed_network: missedNetwork,
          missed_coin: wished !== undefined && wished !== coin?.coin_name ? wished : null,
          network: network ? { ...network, qr: renderer.qrShape(network.address, { logoScale: 0 }) } : null,
          arriving,
          records,
          paging: { page: number, pages: Math.ceil(records.total / PAGE_SIZE) },
          // What was sent over one network is not told of another.
          typed: { trade_count: typed['trade_count'] ?? '', apply_txid: missedNetwork === null ? (typed['apply_txid'] ?? '') : '' },
          key: uuidv7(),
          done: DONE.find((one) => one === query['done']) ?? null,
          test_usdt: testChain ? offerOf(testChain, network?.network) : null,
          awaits_test_usdt: sent ? !(await isSeen(db, session.ownerId, network.network, sent)) : false,
          next: safePath(query['next']),
        });
      },
      acts: {
        add: {
          async act(asked) {
            const input = toldBy(asked.form, db.coins);
            await recharges.add(ownerOf(signedIn(asked)), input, keyedForm(platform, asked, calls.walletRechargeAdd, input));
            return `${usdtRechargeAddress(asked.form, { done: 'told' })}#records`;
          },
          toldAt,
          typed: ({ trade_count = '', apply_txid = '' }) => ({
            trade_count: trade_count.slice(0, 32),
            apply_txid: apply_txid.slice(0, LONGEST_TXID),
          }),
        },
        cancel: {
          async act(asked) {
            const input = readForm(calls.walletRechargeCancel.input, { order_no: asked.form['order_no'] });
            await recharges.cancel(ownerOf(signedIn(asked)), input, keyedForm(platform, asked, calls.walletRechargeCancel, input));
            return `${usdtRechargeAddress(asked.form, { done: 'cancelled' })}#records`;
          },
          toldAt,
        },
      },
    }),
    ...testUsdtPages(platform, recharges),
  ];
}

function toldAt({ form }: { readonly form: Texts }, { outcome }: Refusal): string {
  const here = usdtRechargeAddress(form);
  return outcome === 'unauthenticated' ? loginPath(here) : here;
}

function ownerOf({ ownerId }: { readonly ownerId: number }): Owner {
  return { type: 'user', id: ownerId };
}

/** Reads the form, with the fee that follows from what it says. Whether rate and fee still hold is decided with the order. */
function toldBy({ coin, network, address, trade_count = '', rate, usdt_recharge_fee, apply_txid = '' }: Texts, coins: Coins) {
  const said = {
    coin,
    network,
    address,
    trade_count: typedAmount(trade_count, USDT),
    rate,
    usdt_recharge_fee,
    apply_txid: apply_txid.trim(),
  };
  const { usdt_recharge_fee: feePercent, ...told } = readForm(toldByForm, said);
  const sent = typedMinor(told.trade_count, USDT_DECIMALS, 'trade_count');
  const decimals = coins.find(told.coin)?.decimals;
  if (decimals === undefined) throw refuse('coin_unknown');
  const fee = rechargeFee(coinOfUsdt(sent, told.rate, decimals), feePercent);
  return { ...told, fee: formatAmount(fee, decimals) };
}
