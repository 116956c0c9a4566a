import { groupDigits } from '@purser/ui/money-text';
import type { Column } from '@purser/ui/data-table-types';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { TERM_NAMES, termLabels, type TermName, termText, typedOf } from '../../shared/terms/term-fields.tsx';
import { type CoinRow, isOn } from './api.ts';
import type { T } from './texts.ts';

export function State({ on, t }: { readonly on: boolean; readonly t: T }) {
  return <StatusTag tone={on ? 'success' : 'neutral'}>{t(on ? 'market.on' : 'market.off')}</StatusTag>;
}

/** What one USDT is worth; of a floating rate both ways, and how its feed stands. */
function Rate({ row: { rate, feed }, t }: { readonly row: CoinRow; readonly t: T }) {
  const told = [rate?.rate, rate?.rate_to_usdt]
    .filter((text) => text != null)
    .map((text) => groupDigits(text))
    .join(' / ');
  const state = feed && (feed.is_stale ? t('market.feedStale') : feed.held_rate === null ? t('market.floats') : t('market.feedHeld'));
  return `${told === '' && !feed ? t('market.noRate') : told}${state ? ` (${state})` : ''}`;
}

/** Terms that stand in the table from the start. */
const SHOWN: ReadonlySet<TermName> = new Set(['payment_fee_rate', 'transfer_fee_rate', 'order_minimum', 'order_maximum']);

export function coinColumns(t: T): Column<CoinRow>[] {
  const labels = termLabels(t);
  const term = (key: TermName): Column<CoinRow> => ({
    key,
    title: labels[key],
    align: 'end',
    ...(!SHOWN.has(key) && { optional: true }),
    render: (row) => (key === 'refund_returns_fee' ? termText(key, typedOf(row)[key], t) : <Money amount={row[key]} />),
  });
  return [
    { key: 'coin_name', title: t('market.coin'), always: true, render: (row) => <strong>{`${row.coin_name} ${row.symbol}`}</strong> },
    { key: 'market', title: t('market.market'), render: (row) => row.market ?? t('market.noMarket') },
    { key: 'state', title: t('market.state'), phone: 'status', render: (row) => <State on={isOn(row)} t={t} /> },
    { key: 'waiting', title: t('market.waiting'), align: 'end', render: (row) => (row.waiting > 0 ? row.waiting : '–') },
    { key: 'decimals', title: t('market.decimals'), align: 'end', optional: true, render: (row) => row.decimals },
    ...TERM_NAMES.map(term),
    { key: 'rate', title: t('market.rateShort'), align: 'end', render: (row) => <Rate row={row} t={t} /> },
    { key: 'own_terms', title: t('market.ownTerms'), align: 'end', render: (row) => row.own_terms },
  ];
}
