import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type * as calls from '@purser/contract/features/wallet-withdrawal';
import { postNotice } from '../../domain/notice.ts';
import { checkPaymentPassword } from '../../domain/payment-password.ts';
import { lockWalletUser } from '../../domain/wallet-bank.ts';
import { keyedWrite, type PayerWrite } from '../../platform/commands/write.ts';
import { Answer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeAddress } from './address-book.ts';
import type { Withdrawal } from './order.ts';
import { changeOf } from './service.ts';
import { askForWithdrawal, cancelWithdrawal, quoteOf, settingOf, shown } from './withdraw.ts';

type Address = OutputOf<typeof calls.walletPayoutAddressEdit>;

/** USDT withdrawals of wallet users, confirmed with the payment password. */
export class WalletWithdrawals {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  setting(userId: number): Promise<OutputOf<typeof calls.walletWithdrawalSetting>> {
    return this.#platform.db.scoped(userId, (tx) => settingOf(tx, userId));
  }

  quote(userId: number, input: ParsedInputOf<typeof calls.walletWithdrawalQuote>): Promise<OutputOf<typeof calls.walletWithdrawalQuote>> {
    return this.#platform.db.scoped(userId, (tx) => quoteOf(tx, userId, input));
  }

  add(input: ParsedInputOf<typeof calls.walletWithdrawalAdd>, context: PayerWrite): Promise<Withdrawal | Answer<Withdrawal>> {
    const { userId } = context;
    return keyedWrite<Withdrawal, void>(this.#platform, context, {
      prepare: () => this.#checkPassword(input, context),
      act: async (tx) => {
        await lockWalletUser(tx, userId);
        return shown(tx, await askForWithdrawal(tx, this.#platform, userId, String(userId), input));
      },
      audit: ({ order_no, out_abbreviation, trade_count, network, address }) => ({
        action: 'usdt_withdrawal.add',
        details: { order_no, coin: out_abbreviation, amount: trade_count, network, address },
      }),
    });
  }

  cancel({ order_no }: ParsedInputOf<typeof calls.walletWithdrawalCancel>, context: PayerWrite): Promise<Withdrawal | Answer<Withdrawal>> {
    const { userId } = context;
    const by = { kind: 'user', id: String(userId), name: '' } as const;
    return keyedWrite<Withdrawal>(this.#platform, context, {
      act: (tx) => cancelWithdrawal(tx, this.#platform, userId, by, order_no),
      audit: () => ({ action: 'usdt_withdrawal.cancel', details: { order_no } }),
    });
  }

  editAddress(input: ParsedInputOf<typeof calls.walletPayoutAddressEdit>, context: PayerWrite): Promise<Address | Answer<Address>> {
    const { userId } = context;
    return keyedWrite<Address, void>(this.#platform, context, {
      prepare: () => this.#checkPassword(input, context),
      act: async (tx) => {
        await lockWalletUser(tx, userId);
        const written = await writeAddress(tx, userId, input);
        if (!(written instanceof Answer))
          await postNotice(tx, this.#platform, userId, { kind: 'payout_address_changed', ...changeOf(written) });
        return written;
      },
      audit: ({ network, address }) => ({ action: 'payout_address.edit', details: { network, address } }),
    });
  }

  #checkPassword({ payment_password }: { readonly payment_password: string }, { userId, ip }: PayerWrite): Promise<void> {
    return checkPaymentPassword(this.#platform, { ownerId: userId, ip }, payment_password);
  }
}
