import { CallField } from '@purser/console-kit/call-form';
import { KEPT, problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import { marketReviewBoundsSet, REVIEW_BOUNDS } from '@purser/contract/features/market';
import { parseAmount } from '@purser/contract/money';
import { recordOf } from '@purser/contract/terms';
import { DataTable } from '@purser/ui/data-table';
import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Beyond } from '../../shared/terms/second-person.tsx';
import { trimmed } from '../../shared/terms/term-fields.tsx';
import { ReasonField, TermsDialog, useTermsForm } from '../../shared/terms/terms-form.tsx';
import type { CoinRow } from './api.ts';
import styles from './market.module.css';
import { useT, type T } from './texts.ts';

interface ReviewBoundsProps {
  readonly coins: readonly CoinRow[];
  readonly mayChange: boolean;
}

/** Up to which amount one person approves orders, of each coin and kind. */
export function ReviewBounds({ coins, mayChange }: ReviewBoundsProps) {
  const t = useT();
  const [name, setName] = useState<string>();
  const [open, setOpen] = useState(false);
  const coin = coins.find(({ coin_name }) => coin_name === name);
  const labels = boundLabels(t);
  const change = (row: CoinRow) =>
    mayChange && (
      <Button
        size="small"
        onClick={() => {
          setName(row.coin_name);
          setOpen(true);
        }}
      >
        {t('market.networkChange')}
      </Button>
    );
  return (
    <div className={styles.second}>
      <h2>{t('market.reviewBounds')}</h2>
      <p>{t('market.reviewBoundsLead')}</p>
      <DataTable<CoinRow>
        label={t('market.reviewBounds')}
        columns={[
          { key: 'coin_name', title: t('market.coin'), always: true, render: (row) => <strong>{row.coin_name}</strong> },
          ...REVIEW_BOUNDS.map((bound) => ({
            key: bound,
            title: labels[bound],
            align: 'end' as const,
            render: (row: CoinRow) => <Money amount={row[bound]} />,
          })),
        ]}
        rowKey={(row) => row.coin_name}
        query={{
          data: { list: coins, total: coins.length, total_is_exact: true },
          isFetching: false,
          isError: false,
          error: null,
          refetch: () => undefined,
        }}
        empty={{ title: t('market.emptyTitle'), hint: t('market.emptyHint') }}
        rowActions={change}
      />
      {coin && <BoundsForm key={coin.coin_name} coin={coin} open={open} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface BoundsFormProps {
  readonly coin: CoinRow;
  readonly open: boolean;
  readonly onClose: () => void;
}

function BoundsForm({ coin, open, onClose }: BoundsFormProps) {
  const t = useT();
  const { coin_name, decimals } = coin;
  const before = recordOf(REVIEW_BOUNDS, (bound) => coin[bound]);
  const fields = useForm({ values: { ...before, reason: '' }, resetOptions: KEPT });
  const contents = { coin_name, ...trimmed(useTyped(fields), [...REVIEW_BOUNDS, 'reason']), before };
  const form = useTermsForm(marketReviewBoundsSet, fields, {
    problems: problemsBySchema(marketReviewBoundsSet, contents, {
      ...recordOf(REVIEW_BOUNDS, () => t('market.problem.reviewBound')),
      reason: t('terms.problem.reason'),
    }),
    contents,
    look: async () => raised(before, contents, decimals),
    onClose,
  });
  const after = form.contents;
  const labels = boundLabels(t);
  return (
    <TermsDialog
      open={open}
      title={t('market.reviewBoundsOf', { coin: coin_name })}
      form={form}
      facts={[
        ...REVIEW_BOUNDS.filter((bound) => minorOf(after[bound], decimals) !== minorOf(before[bound], decimals)).map((bound) => ({
          label: labels[bound],
          value: t('terms.fromTo', { before: groupDigits(before[bound]), after: groupDigits(after[bound]) }),
        })),
        { label: t('terms.reason'), value: after.reason },
      ]}
    >
      {REVIEW_BOUNDS.map((bound) => (
        <CallField key={bound} form={form} name={bound} label={labels[bound]} hint={t('market.reviewBoundHint')}>
          {(control) => <Input {...control} inputMode="decimal" maxLength={32} suffix={coin_name} />}
        </CallField>
      ))}
      <ReasonField form={form} />
    </TermsDialog>
  );
}

type Bounds = Readonly<Record<(typeof REVIEW_BOUNDS)[number], string>>;

function boundLabels(t: T): Bounds {
  return {
    adjustment_bound: t('terms.adjustmentBound'),
    usdt_recharge_bound: t('terms.usdtRechargeBound'),
    usdt_withdrawal_bound: t('terms.usdtWithdrawalBound'),
    fiat_withdrawal_bound: t('terms.fiatWithdrawalBound'),
  };
}

/** What of the bounds is raised, which wants two people. */
function raised(before: Bounds, after: Bounds, decimals: number): Beyond[] {
  return REVIEW_BOUNDS.filter((name) => minorOf(after[name], decimals) > minorOf(before[name], decimals)).map((name) => ({
    name,
    before: before[name],
    after: after[name],
    change: null,
    bound: null,
  }));
}

/** What is no amount is the server's to refuse. */
function minorOf(text: string, decimals: number): bigint {
  const minor = parseAmount(text, decimals);
  return typeof minor === 'bigint' ? minor : 0n;
}
