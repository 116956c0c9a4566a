import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { USDT } from '@purser/contract/exchange';
import type { quickRechargeEnter } from '@purser/contract/features/usdt-recharge';
import { formatAmount } from '@purser/contract/money';
import { mainAccount } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { z } from 'zod';
import { approvalKind, enterApproval } from '../../domain/approval.ts';
import { chainTxid } from '../../domain/chain-address.ts';
import { coinTerms } from '../../domain/coin-terms.ts';
import { exchangeRate } from '../../domain/exchange-rate.ts';
import { insertReviewOrders, moveReviewOrders, newReviewNumber } from '../../domain/review-order.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { usdtRecharge } from './kind.ts';
import { mustBeQuick } from './own-address.ts';
import { claimTxid, openNetworks, ownAddress, ownerStanding, rechargeCoins } from './queries.ts';
import { rechargeAmounts } from './terms.ts';

type Entered = OutputOf<typeof quickRechargeEnter>;

/** A whole number of minor units, as it is kept. */
const minor = z.string().regex(/^\d{1,18}$/);
const content = z.strictObject({
  merchant: z.string(),
  coin: z.string(),
  network: z.string(),
  address: z.string(),
  txid: z.string(),
  rate: z.string(),
  fee_bp: z.number().int(),
  sent: minor,
  exchanged: minor,
  fee: minor,
  settlement: minor,
  /** What is shown of the amounts. */
  shown: z.strictObject({ sent: z.string(), settlement: z.string() }),
});

/** What arrived at a merchant's own address: one member of staff enters it, another credits it as it was entered. */
export const quickRecharge = approvalKind({
  kind: 'recharge.quick',
  permission: 'review.decide',
  content,
  acrossOwners: true,
  describe: ({ merchant, network, address, txid, rate, shown }, ownerId) => ({
    merchant_id: String(ownerId),
    merchant,
    usdt: shown.sent,
    rate,
    credited: shown.settlement,
    network,
    address,
    txid,
  }),
  apply: async (tx, { ownerId, content: entered, staffId, enteredBy, platform }) => {
    const { coin, network, address, txid, rate, fee_bp } = entered;
    const serial_number = newReviewNumber('usdt_recharge');
    if (!(await claimTxid(tx, { network, txid, owner_id: ownerId, serial_number }))) throw refuse('txid_used');
    await openAccounts(tx, [mainAccount(ownerId, coin)]);
    await insertReviewOrders(tx, [
      {
        owner_id: BigInt(ownerId),
        serial_number,
        kind: 'usdt_recharge',
        status: usdtRecharge.machine.initial,
        review_mode: 'manual',
        way: 'quick',
        coin,
        amount: BigInt(entered.exchanged),
        fee: BigInt(entered.fee),
        settlement: BigInt(entered.settlement),
        fee_bp,
        other_coin: USDT,
        other_amount: entered.sent,
        rate,
        network,
        address,
        txid,
        submitted_by: `operator ${enteredBy}`,
      },
    ]);
    const by = { kind: 'operator', id: String(staffId), name: '' } as const;
    const [moved] = await moveReviewOrders(tx, platform, usdtRecharge, [{ ownerId, serialNumber: serial_number, event: 'approve', by }]);
    if (moved instanceof Refusal) throw moved;
  },
});

/** Enters what arrived at a merchant's own address. Everything is looked at now, and the TXID again when it is credited. */
export function enterQuickRecharge(
  platform: Platform,
  input: ParsedInputOf<typeof quickRechargeEnter>,
  context: StaffContext,
): Promise<Entered | Answer<Entered>> {
  const { merchant_id, reason } = input;
  let entered: z.output<typeof content>;
  return confirmedWrite<Entered>(platform, input, context, {
    whose: merchant_id,
    acrossOwners: true,
    act: async (tx) => {
      entered = await contentOf(tx, input);
      return enterApproval(tx, context, quickRecharge, { ownerId: merchant_id, content: entered, reason });
    },
    audit: ({ approval_id }) => {
      const { network, txid, coin, shown } = entered;
      return { action: 'approval.enter', details: { approval_id, kind: quickRecharge.kind, reason, coin, network, txid, ...shown } };
    },
  });
}

async function contentOf(tx: Tx, input: ParsedInputOf<typeof quickRechargeEnter>): Promise<z.output<typeof content>> {
  const { merchant_id: merchantId, coin } = input;
  const owner = { type: 'merchant', id: merchantId } as const;
  const merchant = await ownerStanding(tx, owner);
  if (!merchant) throw refuse('terms_merchant_unknown');
  const terms = (await coinTerms(tx, [{ merchantId, coin }])).of({ merchantId, coin });
  if (!terms) throw refuse('coin_unknown');
  if (!terms.is_on) throw refuse('coin_off', { coin });
  if (!(await rechargeCoins(tx, owner, merchant)).includes(coin)) throw refuse('market_not_enabled');
  mustBeQuick(merchant);
  const network = (await openNetworks(tx)).find((open) => open.network === input.network);
  const address = network && (await ownAddress(tx, merchantId, network.network));
  if (!network || address === undefined) throw refuse('deposit_network_missing');
  const { rate } = await exchangeRate(tx, coin);
  const amounts = rechargeAmounts(input.trade_count, rate, terms);
  const txid = chainTxid(network.kind, input.apply_txid);
  if (txid === undefined) throw refuse('txid_malformed', { network: network.network });
  const taken = await tx.query('select from recharge_txid where network = $1 and txid = $2', [network.network, txid]);
  if (taken.rowCount !== 0) throw refuse('txid_used');
  await tx.coins.know([coin, USDT], tx);
  return {
    merchant: merchant.name,
    coin,
    network: network.network,
    address,
    txid,
    rate,
    fee_bp: terms.usdt_recharge_fee_bp,
    sent: String(amounts.sent),
    exchanged: String(amounts.exchanged),
    fee: String(amounts.fee),
    settlement: String(amounts.settlement),
    shown: {
      sent: `${tx.coins.format(amounts.sent, USDT)} ${USDT}`,
      settlement: `${formatAmount(amounts.settlement, terms.decimals)} ${coin}`,
    },
  };
}
