import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type * as calls from '@purser/contract/features/usdt-withdrawal';
import { confirmedWrite, keyedWrite } from '../../platform/commands/write.ts';
import { Answer, type MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { actorOf } from '../../platform/security/member-login.ts';
import { addressBook, writeAddress } from './address-book.ts';
import { mailMerchant } from './alert.ts';
import type { Withdrawal } from './order.ts';
import { askForWithdrawal, cancelWithdrawal, findWithdrawal, quoteOf, settingOf, shown } from './withdraw.ts';

type Address = OutputOf<typeof calls.payoutAddressEdit>;

/** USDT withdrawals of merchants, confirmed with the authenticator's code. */
export class UsdtWithdrawals {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  setting({ merchantId }: MerchantContext): Promise<OutputOf<typeof calls.usdtWithdrawalSetting>> {
    return this.#platform.db.scoped(merchantId, (tx) => settingOf(tx, merchantId));
  }

  quote(
    input: ParsedInputOf<typeof calls.usdtWithdrawalQuote>,
    { merchantId }: MerchantContext,
  ): Promise<OutputOf<typeof calls.usdtWithdrawalQuote>> {
    return this.#platform.db.scoped(merchantId, (tx) => quoteOf(tx, merchantId, input));
  }

  addresses({ merchantId }: MerchantContext): Promise<OutputOf<typeof calls.payoutAddressList>> {
    return this.#platform.db.scoped(merchantId, async (tx) => ({ list: await addressBook(tx, merchantId) }));
  }

  detail({ order_no }: ParsedInputOf<typeof calls.usdtWithdrawalDetail>, { merchantId }: MerchantContext): Promise<Withdrawal> {
    return this.#platform.db.scoped(merchantId, async (tx) => shown(tx, await findWithdrawal(tx, merchantId, order_no)));
  }

  add(input: ParsedInputOf<typeof calls.usdtWithdrawalAdd>, context: MerchantContext): Promise<Withdrawal | Answer<Withdrawal>> {
    const { merchantId } = context;
    return confirmedWrite<Withdrawal>(this.#platform, input, context, {
      act: async (tx) =>
        shown(tx, await askForWithdrawal(tx, this.#platform, merchantId, actorOf(merchantId, context.session.member), input)),
      audit: ({ order_no, out_abbreviation, trade_count, network, address }) => ({
        action: 'usdt_withdrawal.add',
        details: { order_no, coin: out_abbreviation, amount: trade_count, network, address },
      }),
    });
  }

  cancel(
    { order_no }: ParsedInputOf<typeof calls.usdtWithdrawalCancel>,
    context: MerchantContext,
  ): Promise<Withdrawal | Answer<Withdrawal>> {
    const { merchantId } = context;
    const { member } = context.session;
    const by = { kind: 'merchant', id: actorOf(merchantId, member), name: member?.username ?? '' } as const;
    return keyedWrite<Withdrawal>(this.#platform, context, {
      act: (tx) => cancelWithdrawal(tx, this.#platform, merchantId, by, order_no),
      audit: () => ({ action: 'usdt_withdrawal.cancel', details: { order_no } }),
    });
  }

  editAddress(input: ParsedInputOf<typeof calls.payoutAddressEdit>, context: MerchantContext): Promise<Address | Answer<Address>> {
    const { merchantId } = context;
    return confirmedWrite<Address>(this.#platform, input, context, {
      act: async (tx) => {
        const written = await writeAddress(tx, merchantId, input);
        if (!(written instanceof Answer)) await mailMerchant(tx, this.#platform, merchantId, changeOf(written));
        return written;
      },
      audit: ({ network, address }) => ({ action: 'payout_address.edit', details: { network, address } }),
      tells: ['reviews'],
    });
  }
}

/** What an alert tells of an address that was written. */
export function changeOf({ network, address, usable_time }: Address) {
  return { network, address: address ?? '', usable: new Date(usable_time ?? 0) };
}
