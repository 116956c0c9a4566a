import { z } from 'zod';
import { call } from '../call.ts';
import { PRICE_TYPES } from '../coin.ts';
import { tagged } from '../field-kind.ts';
import { amount, coinName, decimal, empty, idText, instant, merchantId, money, serialNumber, shownText } from '../fields.ts';
import { LONGEST_ADDRESS, LONGEST_TXID } from '../limits.ts';
import { exportCall, listCall } from '../list-call.ts';
import type { QrShape } from '../qr-shape.ts';
import { REVIEWED_STATES } from '../review.ts';
import type { ArrivingDeposit } from './chain-deposit.ts';
import { exchangeRate, networkName } from './market.ts';
import type { TestUsdt } from './test-usdt.ts';

/** An amount of USDT, with all of its places. */
const usdt = tagged('decimal', z.string().meta({ description: 'Amount of USDT as a decimal string', example: '100.000000' }));
/** SPEC: digits and letters only; the network says what more is asked of it. */
const applyTxid = z
  .string()
  .max(LONGEST_TXID)
  .regex(/^[0-9A-Za-z]+$/)
  .meta({ description: 'The TXID of the transfer: digits and English letters only' });
const chainAddress = z.string().min(1).max(LONGEST_ADDRESS).meta({ description: 'An address on the network' });
/** The fee rate as a percentage. */
const feePercent = tagged('decimal', z.string().meta({ description: 'Percentage', example: '0.20' }));

/** What a recharge is, whoever it is of. */
const recharge = {
  order_no: serialNumber,
  status: z.enum(REVIEWED_STATES),
  /** The coin that arrives in the balance. */
  abbreviation: coinName,
  /** The USDT that was sent. */
  trade_count: usdt,
  in_abbreviation: z.string(),
  rate: decimal,
  /** The USDT in the coin, before the fee. */
  exchange_count: money,
  usdt_recharge_fee: feePercent,
  fee: money,
  /** What arrives: exchange_count less fee. */
  count: money,
  network: idText,
  /** Ours, that was sent to. */
  address: idText,
  txid: idText,
  /** Why it was rejected; empty otherwise. */
  remark: z.string(),
  create_time: instant,
  /** Null while it waits. */
  audit_time: instant.nullable(),
};

/** As its owner is told of it: in the wallet, and by webhooks. */
export const ownRecharge = z.strictObject(recharge);

export const usdtRecharge = z.strictObject({ ...recharge, merchant_id: merchantId, name: z.string() });

const filters = {
  order_no: serialNumber.optional(),
  status: z.enum(REVIEWED_STATES).optional(),
  coin_name: coinName.optional(),
  network: networkName.optional(),
  txid: z.string().max(LONGEST_TXID).optional(),
};

export const usdtRechargeQuery = listCall({
  path: '/v1/merchant/usdt_trade/charge/query',
  caller: 'merchant',
  summary: 'USDT recharges that the merchant told by their TXID',
  row: usdtRecharge,
  sort: ['create_time', 'count'],
  filters,
});

export const usdtRechargeExport = exportCall(usdtRechargeQuery, 'USDT recharges');

const which = z.strictObject({ order_no: serialNumber.min(1) });

export const usdtRechargeDetail = call({
  path: '/v1/merchant/usdt_trade/charge/detail',
  caller: 'merchant',
  summary: 'One USDT recharge of the merchant',
  input: which,
  output: usdtRecharge,
  errors: ['recharge_unknown'],
});

/** What is told of a transfer to one of our addresses. */
const told = z.strictObject({
  /** The coin to receive. */
  coin: coinName,
  network: networkName,
  /** The address that was sent to, as the form showed it. */
  address: chainAddress,
  /** The USDT that was sent. */
  trade_count: amount,
  /** The rate and the fee that the form showed: what is shown is what is done, but for a TXID that was told at a lower rate before and taken back: that rate holds. */
  rate: exchangeRate,
  fee: amount,
  /** What is to arrive, as the form showed it; where it is left out, it follows from the others. */
  count: amount.optional(),
  apply_txid: applyTxid,
});
const ofTold = {
  errors: [
    'coin_unknown',
    'coin_off',
    'market_not_enabled',
    'deposit_network_missing',
    'deposit_address_changed',
    'rate_unavailable',
    'rate_changed',
    'amount_below_minimum',
    'fee_exceeds_amount',
    'terms_changed',
    'txid_malformed',
    'txid_used',
  ],
  fields: {
    coin_unknown: 'coin',
    coin_off: 'coin',
    market_not_enabled: 'coin',
    deposit_network_missing: 'network',
    deposit_address_changed: 'address',
    rate_unavailable: 'rate',
    rate_changed: 'rate',
    amount_below_minimum: 'trade_count',
    fee_exceeds_amount: 'trade_count',
    terms_changed: 'fee',
    txid_malformed: 'apply_txid',
    txid_used: 'apply_txid',
  },
} as const;

export const usdtRechargeAdd = call({
  path: '/v1/merchant/usdt_trade/charge/add',
  caller: 'merchant',
  write: true,
  summary: 'Tells of USDT that was sent to the address of a network; it is credited when staff have approved it',
  input: told,
  output: usdtRecharge,
  ...ofTold,
});

export const usdtRechargeCancel = call({
  path: '/v1/merchant/usdt_trade/charge/cancel',
  caller: 'merchant',
  write: true,
  summary:
    'Takes a recharge back that nobody has decided yet; its TXID can then be told again, in the same coin at the lower of both rates. One that is taken back again changes nothing',
  input: which,
  output: usdtRecharge,
  errors: ['recharge_unknown', 'review_decided'],
});

/** What holds of recharges. */
const setting = {
  /** Addresses that USDT may be sent to now; none while the provider has set none. */
  networks: z.array(
    z.strictObject({
      network: networkName,
      address: z.string(),
      /** The coin in which whatever arrives at the address is credited by itself; null where it is everybody's address, and the TXID is to be told. */
      credited_in: coinName.nullable(),
    }),
  ),
  coins: z.array(
    z.strictObject({
      coin_name: coinName,
      decimals: z.number().int(),
      price_type: z.enum(PRICE_TYPES),
      /** Coins for one USDT; null while there is no rate. */
      rate: z.string().nullable(),
      usdt_recharge_fee: feePercent,
      /** The least USDT of one recharge. */
      usdt_recharge_minimum: usdt,
    }),
  ),
};
/** A coin that may be received for USDT, with its rate, its fee and the least that is to be sent. */
export type RechargeCoin = z.infer<(typeof setting)['coins']['element']>;

export const usdtTradeSetting = call({
  path: '/v1/merchant/usdt_trade/setting/query',
  caller: 'merchant',
  summary: 'Bounds, fees, rates and networks of exchanges with USDT',
  input: empty,
  output: z.strictObject(setting),
});

export const usdtTradeAssets = call({
  path: '/v1/merchant/usdt_trade/asses/query',
  caller: 'merchant',
  summary: 'Balances of the coins that may be exchanged with USDT',
  input: empty,
  output: z.strictObject({ list: z.array(z.strictObject({ coin_name: coinName, available_asset: money, freeze_asset: money })) }),
});

export const accountAddressCheck = call({
  path: '/v1/merchant/account/address_check',
  caller: 'merchant',
  summary: 'Whether an address is one of the network: its form and its checksum',
  input: z.strictObject({ network: networkName, address: chainAddress }),
  /** The address in the one spelling in which it is kept. */
  output: z.strictObject({ address: z.string() }),
  errors: ['network_unknown', 'address_malformed'],
  fields: { network_unknown: 'network', address_malformed: 'address' },
});

/** A recharge of the merchant's own address. */
export const quickRechargeQuery = listCall({
  path: '/v1/merchant/charge_record/quick_query',
  caller: 'merchant',
  summary: "USDT that arrived at the merchant's own addresses",
  row: usdtRecharge,
  sort: ['create_time', 'count'],
  filters,
});

export const quickRechargeExport = exportCall(quickRechargeQuery, 'Quick recharges');

export const chargeBlockchainList = call({
  method: 'GET',
  path: '/v1/merchant/charge_record/blockchain_list',
  caller: 'merchant',
  summary: 'The networks over which USDT may come in, and whether the merchant has an address of its own there',
  input: empty,
  output: z.strictObject({
    list: z.array(z.strictObject({ network: networkName, has_address: z.boolean() })),
    /** Whole test USDT that one ask brings, and over which network; null where this is no demo with a chain of its own. */
    test_usdt: z.strictObject({ amount: z.number().int(), network: networkName }).nullable(),
  }),
  errors: ['quick_recharge_off'],
});

export const chargeQueryAddress = call({
  method: 'GET',
  path: '/v1/merchant/charge_record/query_address',
  caller: 'merchant',
  summary: "The merchant's own address on a network: what arrives there is credited without a TXID being told",
  input: z.strictObject({ network: networkName }),
  output: z.strictObject({ network: networkName, address: z.string(), coin_name: coinName, usdt_recharge_minimum: usdt }),
  errors: ['quick_recharge_off', 'deposit_network_missing'],
  fields: { deposit_network_missing: 'network' },
});

/** A recharge of a wallet user, in the wallet. */
export const walletRechargeQuery = listCall({
  path: '/v1/wallet/usdt_recharge/query',
  caller: 'payer',
  summary: "The wallet user's USDT recharges",
  row: ownRecharge,
  sort: ['create_time'],
  filters: { status: z.enum(REVIEWED_STATES).optional() },
});

export const walletRechargeSetting = call({
  path: '/v1/wallet/usdt_recharge/setting',
  caller: 'payer',
  summary: 'The coins that a wallet user may receive for USDT, with rates and fees, and the addresses to send it to',
  input: empty,
  output: z.strictObject(setting),
});

export const walletRechargeAdd = call({
  path: '/v1/wallet/usdt_recharge/add',
  caller: 'payer',
  write: true,
  summary: 'Tells of USDT that a wallet user has sent',
  input: told,
  output: ownRecharge,
  ...ofTold,
});

export const walletRechargeCancel = call({
  path: '/v1/wallet/usdt_recharge/cancel',
  caller: 'payer',
  write: true,
  summary: 'Takes a recharge back that nobody has decided yet; one that is taken back again changes nothing',
  input: which,
  output: ownRecharge,
  errors: ['recharge_unknown', 'review_decided'],
});

/** What the wallet's page of deposits shows: what to send where, what is told of it, and what was told before. */
export interface WalletRechargeShown {
  readonly setting: z.infer<(typeof walletRechargeSetting)['output']>;
  /** What is chosen; null where there is nothing to choose. */
  readonly coin: RechargeCoin | null;
  readonly network: (z.infer<(typeof setting)['networks']['element']> & { /** Of the bare address. */ readonly qr: QrShape }) | null;
  /** Another coin was asked for than the one that the chosen network's deposits are credited in; null where none was. */
  readonly missed_coin: string | null;
  /** A network was asked for over which nothing may be sent at present; null where none was. */
  readonly missed_network: string | null;
  /** What is on its way to an address of the user's own. */
  readonly arriving: readonly ArrivingDeposit[];
  readonly records: z.infer<(typeof walletRechargeQuery)['output']>;
  readonly paging: { readonly page: number; readonly pages: number };
  /** What was typed into the form that was refused. */
  readonly typed: { readonly trade_count: string; readonly apply_txid: string };
  /** Names what is submitted, so that a form that is sent twice submits once. */
  readonly key: string;
  readonly done: 'told' | 'cancelled' | 'test' | null;
  /** Null where this is no demo with a chain of its own. */
  readonly test_usdt: TestUsdt | null;
  /** Test USDT were sent, and are not seen on the chain yet. */
  readonly awaits_test_usdt: boolean;
  /** Where the payer came from. */
  readonly next: string;
}

const reason = shownText.min(1).max(500);

export const depositAddressSet = call({
  path: '/v1/operator/recharge/deposit_address/set',
  caller: 'staff',
  permission: 'market.change',
  write: true,
  confirm: 'google_code',
  summary:
    "Enters an address of its own on a network for a merchant, for quick recharges: it has it once a second person approves it; an address is one party's for good",
  input: z.strictObject({ merchant_id: merchantId, network: networkName, address: chainAddress, reason }),
  output: z.strictObject({ approval_id: idText, expires_at: instant }),
  errors: ['terms_merchant_unknown', 'network_unknown', 'address_malformed', 'deposit_address_taken'],
  fields: {
    terms_merchant_unknown: 'merchant_id',
    network_unknown: 'network',
    address_malformed: 'address',
    deposit_address_taken: 'address',
  },
});

export const depositAddressList = call({
  path: '/v1/operator/recharge/deposit_address/list',
  caller: 'staff',
  permission: 'party.read',
  summary: "A merchant's own addresses, one for each network over which USDT comes in; null where it has none",
  input: z.strictObject({ merchant_id: merchantId }),
  output: z.strictObject({
    list: z.array(z.strictObject({ network: networkName, address: z.string().nullable(), set_time: instant.nullable() })),
  }),
  errors: ['terms_merchant_unknown'],
  fields: { terms_merchant_unknown: 'merchant_id' },
});

export const quickRechargeEnter = call({
  path: '/v1/operator/recharge/enter',
  caller: 'staff',
  permission: 'review.decide',
  write: true,
  confirm: 'google_code',
  summary:
    "Enters USDT that arrived at a merchant's own address, at the rate of now; it is credited when another member of staff approves it",
  input: z.strictObject({
    merchant_id: merchantId,
    coin: coinName,
    network: networkName,
    trade_count: amount,
    apply_txid: applyTxid,
    reason,
  }),
  output: z.strictObject({ approval_id: idText, expires_at: instant }),
  errors: [
    'terms_merchant_unknown',
    'coin_unknown',
    'coin_off',
    'market_not_enabled',
    'quick_recharge_off',
    'deposit_network_missing',
    'rate_unavailable',
    'amount_below_minimum',
    'fee_exceeds_amount',
    'txid_malformed',
    'txid_used',
  ],
  fields: {
    terms_merchant_unknown: 'merchant_id',
    coin_unknown: 'coin',
    coin_off: 'coin',
    market_not_enabled: 'coin',
    quick_recharge_off: 'merchant_id',
    deposit_network_missing: 'network',
    rate_unavailable: 'coin',
    amount_below_minimum: 'trade_count',
    fee_exceeds_amount: 'trade_count',
    txid_malformed: 'apply_txid',
    txid_used: 'apply_txid',
  },
});
