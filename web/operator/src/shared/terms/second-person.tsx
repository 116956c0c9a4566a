import { client } from '@purser/console-kit/client';
import type { InputOf, OutputOf } from '@purser/contract/call';
import { marketCheck } from '@purser/contract/features/market';
import { FEE_NAMES, type FeeName, recordOf } from '@purser/contract/terms';
import { groupDigits } from '@purser/ui/money-text';
import styles from './terms.module.css';
import { useT, type T } from './texts.ts';

/** What of a change goes beyond what one person may do. */
export type Beyond = OutputOf<typeof marketCheck>['why'][number];

type Change = Pick<InputOf<typeof marketCheck>, 'coin_name' | 'merchant_id' | 'kind'> & {
  /** As they are to be; left out where none changes. */
  readonly fees?: Readonly<Partial<Record<FeeName, string | null>>>;
  /** Of agents; left out where it stays. */
  readonly commission?: string | null;
  readonly rate?: string;
};

/** Asks what of a change would want a second person. */
export async function whyTwo({ coin_name, merchant_id, kind, fees, commission, rate }: Change): Promise<readonly Beyond[]> {
  const change = {
    coin_name,
    merchant_id,
    ...(kind && { kind }),
    ...recordOf(FEE_NAMES, (name) => fees?.[name] ?? null),
    ...(commission !== undefined && { commission_rate: commission }),
    rate: rate ?? null,
  };
  return (await client.request(marketCheck, change, { quiet: true })).why;
}

/** Says why a second person is asked; nothing where none is. */
export function SecondPerson({ why }: { readonly why: readonly Beyond[] }) {
  const t = useT();
  if (why.length === 0) return null;
  return (
    <div className={styles.two}>
      <strong>{t('terms.two')}</strong>
      <ul>
        {why.map((beyond) => (
          <li key={beyond.name}>{beyondText(beyond, t)}</li>
        ))}
      </ul>
    </div>
  );
}

function beyondText({ name, before, after, change, bound }: Beyond, t: T): string {
  const values = { name: t(NAMES[name]), before, after };
  if (TWO_ALWAYS.has(name)) return t('terms.twoAlways', values);
  if (bound === null) return t('terms.twoBound', { ...values, before: groupDigits(before), after: groupDigits(after) });
  return change === null || bound === null ? t('terms.twoFromZero', values) : t('terms.twoChange', { ...values, change, limit: bound });
}

/** What is another, or is not: how far it changes says nothing. */
const TWO_ALWAYS: ReadonlySet<Beyond['name']> = new Set(['contract_address', 'token_decimals', 'deposit_address', 'rate_feed']);

const NAMES = {
  payment_fee_rate: 'terms.paymentFee',
  transfer_fee_rate: 'terms.transferFee',
  user_withdrawal_fee_rate: 'terms.userWithdrawalFee',
  adjustment_fee_rate: 'terms.adjustmentFee',
  usdt_recharge_fee_rate: 'terms.usdtRechargeFee',
  usdt_withdrawal_fee_rate: 'terms.usdtWithdrawalFee',
  fiat_withdrawal_fee_rate: 'terms.fiatWithdrawalFee',
  commission_rate: 'terms.commission',
  network_fee: 'terms.networkFee',
  deposit_address: 'terms.depositAddress',
  contract_address: 'terms.contractAddress',
  token_decimals: 'terms.tokenDecimals',
  rate: 'terms.rate',
  rate_feed: 'terms.rateFeed',
  fee_bound: 'terms.feeBound',
  rate_bound: 'terms.rateBound',
  adjustment_bound: 'terms.adjustmentBound',
  usdt_recharge_bound: 'terms.usdtRechargeBound',
  usdt_withdrawal_bound: 'terms.usdtWithdrawalBound',
  fiat_withdrawal_bound: 'terms.fiatWithdrawalBound',
} as const satisfies Record<Beyond['name'], string>;
