import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import type * as calls from '@purser/contract/features/usdt-recharge';
import { formatAmount, formatRate } from '@purser/contract/money';
import { mainAccount } from '@purser/ledger/account';
import { balancesOf, openAccounts } from '@purser/ledger/accounts';
import { chainAddress, chainTxid } from '../../domain/chain-address.ts';
import { coinTerms } from '../../domain/coin-terms.ts';
import { depositAddressOf } from '../../domain/deposit-address.ts';
import { agreedRate, exchangeRate, priceTypes } from '../../domain/exchange-rate.ts';
import { newReviewNumber, type ReviewOrder, submitReviewOrder, takeBack } from '../../domain/review-order.ts';
import { keyedWrite, type MerchantWrite, type PayerWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Answer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { actorOf } from '../../platform/security/member-login.ts';
import { usdtRecharge } from './kind.ts';
import {
  claimTold,
  findRecharge,
  lowerTakenBack,
  openNetworks,
  type Owner,
  ownerStanding,
  type OwnerStanding,
  rechargeCoins,
} from './queries.ts';
import { isAmount, rechargeAmounts } from './terms.ts';
import { type Recharge, rechargeOf } from './view.ts';

type Told = ParsedInputOf<typeof calls.usdtRechargeAdd>;
type Which = ParsedInputOf<typeof calls.usdtRechargeDetail>;
type Setting = OutputOf<typeof calls.usdtTradeSetting>;

/** Recharges with USDT of a merchant or a wallet user, told by their TXID. */
export class UsdtRecharges {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Enters a recharge, which then waits for staff. Refuses in the contract's order of precedence. */
  add(owner: Owner, told: Told, context: MerchantWrite | PayerWrite): Promise<Recharge | Answer<Recharge>> {
    return keyedWrite<Recharge>(this.#platform, context, {
      act: async (tx) => rechargeOf(await this.#submit(tx, owner, told, submitterOf(context)), tx.coins),
      audit: ({ order_no, txid, network }) => ({ action: 'usdt_recharge.add', details: { order_no, network, txid } }),
    });
  }

  /** Takes a recharge back that nobody has decided; one that is taken back stays so, and the answer says so. */
  cancel(owner: Owner, { order_no }: Which, context: MerchantWrite | PayerWrite): Promise<Recharge | Answer<Recharge>> {
    return keyedWrite<Recharge>(this.#platform, context, {
      act: async (tx) => {
        const by = { kind: owner.type, id: String(owner.id), name: '' };
        const shown = async (order: ReviewOrder): Promise<Recharge> => {
          await tx.coins.know([order.coin], tx);
          return rechargeOf(order, tx.coins);
        };
        const taken = takeBack(tx, this.#platform, usdtRecharge, { ownerId: owner.id, serialNumber: order_no, by }, shown);
        return taken.catch((error: unknown) => {
          throw error instanceof Refusal && error.outcome === 'order_unknown' ? refuse('recharge_unknown') : error;
        });
      },
      audit: () => ({ action: 'usdt_recharge.cancel', details: { order_no } }),
    });
  }

  /** How a merchant is called. */
  nameOf(merchantId: number): Promise<string> {
    return this.#platform.db.scoped(merchantId, async (tx) => (await standingOf(tx, { type: 'merchant', id: merchantId })).name);
  }

  /** One of the owner's recharges. */
  detail(owner: Owner, { order_no }: Which): Promise<Recharge> {
    return this.#platform.db.scoped(owner.id, async (tx) => {
      const order = await findRecharge(tx, owner.id, order_no);
      if (!order) throw refuse('recharge_unknown');
      await tx.coins.know([order.coin], tx);
      return rechargeOf(order, tx.coins);
    });
  }

  setting(owner: Owner): Promise<Setting> {
    return this.#platform.db.scoped(owner.id, async (tx) => {
      const codes = await rechargeCoins(tx, owner, await standingOf(tx, owner));
      const terms = await coinTerms(
        tx,
        codes.map((coin) => ({ merchantId: owner.id, coin })),
      );
      const types = await priceTypes(tx, codes);
      const coins: Setting['coins'] = [];
      for (const code of codes) {
        const found = terms.of({ merchantId: owner.id, coin: code });
        if (!found?.is_on) continue;
        coins.push({
          coin_name: code,
          decimals: found.decimals,
          price_type: types.get(code) ?? 'fixed',
          rate: await rateOrNull(tx, code),
          usdt_recharge_fee: formatRate(found.usdt_recharge_fee_bp),
          usdt_recharge_minimum: formatAmount(found.usdt_recharge_minimum, USDT_DECIMALS),
        });
      }
      const networks: Setting['networks'] = [];
      for (const open of await openNetworks(tx)) {
        // A wallet user's deposits are known by their address; a merchant has quick recharges for that.
        const own = owner.type === 'user' ? await depositAddressOf(tx, owner.id, open) : undefined;
        const address = own ?? open.address;
        if (address !== '')
          networks.push({
            network: open.network,
            address,
            credited_in: own === undefined ? null : (coins[0]?.coin_name ?? codes[0] ?? null),
          });
      }
      return { networks, coins };
    });
  }

  /** Balances of the coins that may be exchanged with USDT; zero where there is no account yet. */
  assets(owner: Owner): Promise<OutputOf<typeof calls.usdtTradeAssets>> {
    return this.#platform.db.scoped(owner.id, async (tx) => {
      const codes = await rechargeCoins(tx, owner, await standingOf(tx, owner));
      await tx.coins.know(codes, tx);
      const balances = await balancesOf(tx, owner.id, codes);
      const list = codes.map((code) => {
        const found = balances.find(({ coin, purpose }) => coin === code && purpose === 'main');
        const { available_minor = 0n, frozen_minor = 0n } = found ?? {};
        return {
          coin_name: code,
          available_asset: tx.coins.format(available_minor, code),
          freeze_asset: tx.coins.format(frozen_minor, code),
        };
      });
      return { list };
    });
  }

  /** Whether a text is an address of a network, and its one spelling. */
  checkAddress(merchantId: number, { network, address }: ParsedInputOf<typeof calls.accountAddressCheck>): Promise<{ address: string }> {
    return this.#platform.db.scoped(merchantId, async (tx) => {
      const found = await tx.selectFrom('network').select('kind').where('network', '=', network).executeTakeFirst();
      if (!found) throw refuse('network_unknown');
      const canonical = chainAddress(found.kind, address);
      if (canonical === undefined) throw refuse('address_malformed');
      return { address: canonical };
    });
  }

  async #submit(tx: Tx, owner: Owner, told: Told, submitted_by: string): Promise<ReviewOrder> {
    const { coin } = told;
    const standing = await standingOf(tx, owner, 'for share');
    if (standing.status === 'suspended') throw refuse('access_restricted');
    const terms = (await coinTerms(tx, [{ merchantId: owner.id, coin }])).of({ merchantId: owner.id, coin });
    if (!terms) throw refuse('coin_unknown');
    if (!terms.is_on) throw refuse('coin_off', { coin });
    if (!(await rechargeCoins(tx, owner, standing)).includes(coin)) throw refuse('market_not_enabled');
    const network = (await openNetworks(tx)).find((open) => open.network === told.network);
    if (!network || network.address === '') throw refuse('deposit_network_missing');
    if (network.address !== told.address) throw refuse('deposit_address_changed');
    const agreed = await agreedRate(tx, coin, told.rate);
    const shown = rechargeAmounts(told.trade_count, agreed.rate, terms);
    if (!isAmount(told.fee, shown.fee, terms.decimals)) throw refuse('terms_changed');
    if (told.count !== undefined && !isAmount(told.count, shown.settlement, terms.decimals)) throw refuse('terms_changed');
    const txid = chainTxid(network.kind, told.apply_txid);
    if (txid === undefined) throw refuse('txid_malformed', { network: network.network });
    const serial_number = newReviewNumber('usdt_recharge');
    const claim = { network: network.network, address: network.address, txid, owner_id: owner.id, serial_number };
    if (!(await claimTold(tx, claim))) throw refuse('txid_used');
    // Asked once it is ours: who takes it back at the same moment has done so by then. Of several rates for one transfer nobody chooses.
    const rate = (await lowerTakenBack(tx, claim, { coin, rate: agreed.rate })) ?? agreed.rate;
    const amounts = rate === agreed.rate ? shown : rechargeAmounts(told.trade_count, rate, terms);
    await tx.coins.know([coin], tx);
    // Whoever has never held USDT has no account in it yet.
    await openAccounts(tx, [mainAccount(owner.id, coin)]);
    return submitReviewOrder(tx, this.#platform, usdtRecharge, {
      owner_id: BigInt(owner.id),
      serial_number,
      kind: 'usdt_recharge',
      status: usdtRecharge.machine.initial,
      review_mode: 'manual',
      coin,
      amount: amounts.exchanged,
      fee: amounts.fee,
      settlement: amounts.settlement,
      fee_bp: terms.usdt_recharge_fee_bp,
      other_coin: USDT,
      other_amount: String(amounts.sent),
      rate,
      network: network.network,
      address: network.address,
      txid,
      submitted_by,
    });
  }
}

/** Who tells a recharge, as whoever decides on it reads: of a team, which member. */
function submitterOf(context: MerchantWrite | PayerWrite): string {
  return 'merchantId' in context ? actorOf(context.merchantId, context.session?.member) : `user ${context.userId}`;
}

async function standingOf(tx: Tx, owner: Owner, lock: '' | 'for share' = ''): Promise<OwnerStanding> {
  const standing = await ownerStanding(tx, owner, lock);
  if (!standing) throw new Error(`${owner.type} ${owner.id} is not there`);
  return standing;
}

async function rateOrNull(tx: Tx, coin: string): Promise<string | null> {
  try {
    return (await exchangeRate(tx, coin)).rate;
  } catch (error) {
    if (error instanceof Refusal && error.outcome === 'rate_unavailable') return null;
    throw error;
  }
}
