import type { Column } from '@purser/ui/data-table-types';
import { ExactMoney } from '@purser/ui/exact-money';
import { groupDigits } from '@purser/ui/money-text';
import type { T } from '../../shared/i18n.tsx';
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

function CoinName({ asset, t }: { readonly asset: Asset; readonly t: T }) {
  return (
    <span className={styles['coin']}>
      <span className={styles['mark']} aria-hidden="true">
        {asset.coin_name.slice(0, 1)}
      </span>
      <span className={styles['names']}>
        <span className={styles['name']}>{asset.coin_name}</span>
        <span className={styles['market']}>
          {asset.market === null ? t('assets.crypto') : t('assets.marketOf', { market: asset.market })}
        </span>
      </span>
    </span>
  );
}
