import type { OutputOf } from '@purser/contract/call';
import type { coinList } from '@purser/contract/features/coin';
import { FEES } from '@purser/contract/terms';
import type { Column } from '@purser/ui/data-table-types';
import { ExactMoney } from '@purser/ui/exact-money';
import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import type { T } from './texts.ts';
import type { Asset } from './api.ts';
import styles from './assets.module.css';

/** Balances are shown with two places; the rest of a finer one is a touch away. */
const SHOWN_DECIMALS = 2;

export function assetColumns(t: T): Column<Asset>[] {
  const money = (key: 'available_asset' | 'freeze_asset' | 'pending_asset' | 'total_asset', title: string): Column<Asset> => ({
    key,
    title,
    align: 'end',
    render: (row) => (
      <ExactMoney
        amount={row[key]}
        coin={row.coin_name}
        decimals={SHOWN_DECIMALS}
        exactly={t('assets.exactly', { amount: `${groupDigits(row[key])} ${row.coin_name}` })}
      />
    ),
  });
  return [
    { key: 'coin_name', title: t('field.coin'), render: (row) => <CoinName asset={row} t={t} /> },
    { ...money('available_asset', t('field.available')), phone: 'amount' },
    money('freeze_asset', t('field.frozen')),
    money('pending_asset', t('field.pending')),
    money('total_asset', t('field.total')),
  ];
}

type Terms = OutputOf<typeof coinList>['list'][number];

const FEE_TITLES = {
  payment: 'assets.paymentFee',
  transfer: 'assets.transferFee',
  user_withdrawal: 'assets.userWithdrawalFee',
  adjustment: 'assets.adjustmentFee',
  usdt_recharge: 'assets.usdtRechargeFee',
  usdt_withdrawal: 'assets.usdtWithdrawalFee',
  fiat_withdrawal: 'assets.fiatWithdrawalFee',
} as const satisfies Record<(typeof FEES)[number], string>;

/** Fees and limits that hold for this merchant. */
export function termsColumns(t: T): Column<Terms>[] {
  const money = (key: 'transfer_minimum' | 'order_minimum' | 'order_maximum', title: string): Column<Terms> => ({
    key,
    title,
    align: 'end',
    render: (row) => <Money amount={row[key]} coin={row.coin_name} />,
  });
  return [
    { key: 'coin_name', title: t('field.coin'), always: true, render: (row) => <strong>{`${row.coin_name} ${row.symbol}`}</strong> },
    ...FEES.map((fee): Column<Terms> => {
      const key = `${fee}_fee_rate` as const;
      return { key, title: t(FEE_TITLES[fee]), align: 'end', render: (row) => `${row[key]}%` };
    }),
    money('transfer_minimum', t('assets.transferMinimum')),
    money('order_minimum', t('assets.orderMinimum')),
    money('order_maximum', t('assets.orderMaximum')),
  ];
}

function CoinName({ asset, t }: { readonly asset: Asset; readonly t: T }) {
  return (
    <span className={styles.coin}>
      <span className={styles.mark} aria-hidden="true">
        {asset.coin_name.slice(0, 1)}
      </span>
      <span className={styles.names}>
        <span className={styles.name}>{asset.coin_name}</span>
        <span className={styles.market}>{asset.market === null ? t('assets.crypto') : t('assets.marketOf', { market: asset.market })}</span>
      </span>
    </span>
  );
}
