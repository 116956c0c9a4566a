import { openRateQuery } from '@purser/contract/features/open-look-up';
import { userWithdrawalApproval, userWithdrawalQuery } from '@purser/contract/features/user-withdrawal';
import { dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { googleCode, type TestMerchant, type TestUser } from '../../../platform/testing/parties.ts';
import { createCommand, submit } from './withdrawal.ts';

interface Round {
  readonly shop: TestMerchant;
  readonly user: TestUser;
  readonly signedWith: { readonly access_key: string; readonly secret: string };
  /** Tells the round's orders from those of others. */
  readonly mark: string;
  /** How many withdrawals go through the batch. */
  readonly size: number;
  /** Delivers what is to be told. */
  readonly deliver: () => Promise<void>;
}

/** Whatever often happens to withdrawals, once: a batch of them, of which half need no review, a decision on the rest, the list. */
export async function withdraw(app: TestApp, { shop, user, signedWith, mark, size, deliver }: Round): Promise<void> {
  const { merchant_id } = shop;
  await app.sql(
    `insert into withdrawal_limit (merchant_id, coin, is_on, single_limit, day_limit) values ($1, 'USDP', true, 100, 100000000) on conflict do nothing`,
    [merchant_id],
  );
  const commands = Array.from({ length: size }, (_, n) => ({
    ...createCommand(app, merchant_id, user.user_id, { orderId: `${mark}-${n}`, amount: n % 2 === 0 ? '1.00' : '2.00' }),
    ...(n % 4 === 3 && { paymentId: undefined, externalAccount: 'nobody' }),
  }));
  const made = await submit(app, commands);
  await deliver();
  const serial_numbers = made.flatMap((one) =>
    typeof one === 'object' && 'serial_number' in one && one.order_status === 'pending_review' ? [one.serial_number] : [],
  );
  const google_code = await googleCode(app, shop);
  await app.call(userWithdrawalApproval, { serial_numbers, google_code }, { token: shop.token });
  await app.call(openRateQuery, { coin_name: 'CNYT' }, { signedWith });
  for (const filters of [
    { page: 1 },
    { page: 10 },
    { order_status: 'approved' },
    { order_status: 'cancelled' },
    { payment_id: user.user_id },
  ] as const) {
    dataOf(await app.call(userWithdrawalQuery, { page_size: 20, ...filters }, { token: shop.token }));
  }
}
