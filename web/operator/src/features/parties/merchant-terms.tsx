import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { callQuery, refresh } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { marketMerchantEnable, marketMerchantTerms } from '@purser/contract/features/market';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { DetailsPart } from '@purser/ui/details';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useAllowed } from '../../shared/session.ts';
import { Effect, TERM_NAMES, termLabels, type TermName, termTexts } from '../../shared/terms/term-fields.tsx';
import { paidFees } from './paid-fees.ts';
import styles from './parties.module.css';
import { useT } from './texts.ts';
import { MerchantTermsForm } from './merchant-terms-form.tsx';

type Terms = OutputOf<typeof marketMerchantTerms>;
export type TermsOfCoin = Terms['list'][number];

const termsOf = (merchantId: number) => callQuery(marketMerchantTerms, { merchant_id: merchantId }, ['coins', 'party']);

/** A merchant's markets, and its own fees and limits of each coin beside those of everybody. */
export function MerchantTerms({ merchantId }: { readonly merchantId: number }) {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(termsOf(merchantId));
  const mayChange = useAllowed()('market.change');
  // While another merchant's are fetched, those of the last one are on show elsewhere, not here.
  const terms = data?.merchant_id === merchantId ? data : undefined;
  if (!terms) {
    return (
      <DetailsPart title={t('terms.title')}>
        {isError ? (
          <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        )}
      </DetailsPart>
    );
  }
  return (
    <DetailsPart title={t('terms.title')}>
      {terms.list.length === 0 && <p>{t('terms.none')}</p>}
      <div className={styles.terms}>
        {terms.list.map((row) => (
          <TermsTable key={row.coin_name} row={row} merchant={terms} mayChange={mayChange} />
        ))}
        {mayChange && terms.further_markets.length > 0 && <FurtherMarkets terms={terms} />}
      </div>
    </DetailsPart>
  );
}

interface TermsTableProps {
  readonly row: TermsOfCoin;
  readonly merchant: Pick<Terms, 'merchant_id' | 'name'>;
  readonly mayChange: boolean;
}

function TermsTable({ row, merchant, mayChange }: TermsTableProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { coin_name, decimals, own, usual, waiting } = row;
  const labels = termLabels(t);
  const [owns, usuals] = [termTexts(own, t), termTexts(usual, t)];
  return (
    <section aria-label={coin_name} className={styles.termsOfCoin}>
      <header>
        <strong>{coin_name}</strong>
        {waiting > 0 && <StatusTag tone="warning">{t('terms.waiting', { count: waiting })}</StatusTag>}
        {mayChange && (
          <Button aria-label={t('terms.changeIn', { coin: coin_name })} onClick={() => setOpen(true)}>
            {t('terms.change')}
          </Button>
        )}
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('terms.term')}</th>
            <th scope="col">{t('terms.own')}</th>
            <th scope="col">{t('terms.usual')}</th>
          </tr>
        </thead>
        <tbody>
          {TERM_NAMES.map((name) => (
            <tr key={name}>
              <th scope="row">{labels[name]}</th>
              <td className={own[name] === null ? undefined : styles.holds}>
                <Term name={name} text={owns[name]} isThere={own[name] !== null} />
              </td>
              <td className={own[name] === null ? styles.holds : undefined}>
                <Term name={name} text={usuals[name]} isThere />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Effect terms={paidFees(own, usual)} decimals={decimals} coin={coin_name} />
      {mayChange && <MerchantTermsForm row={row} merchant={merchant} open={open} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Term({ name, text, isThere }: { readonly name: TermName; readonly text: string; readonly isThere: boolean }) {
  return name === 'refund_returns_fee' && isThere ? text : <Money amount={isThere ? text : null} />;
}

/** Markets that the merchant could have as well. */
function FurtherMarkets({ terms: { merchant_id, name, further_markets } }: { readonly terms: Terms }) {
  const t = useT();
  const enabling = useConfirmedAct(marketMerchantEnable, {
    contentsOf: (market: string) => ({ merchant_id, market }),
    onDone: () => {
      toast.success(t('terms.saved'));
      refresh(['party', 'coins']);
    },
  });
  const market = enabling.reviewed ?? '';
  return (
    <div className={styles.acts}>
      {further_markets.map((further) => (
        <Button key={further} onClick={() => enabling.begin(further)}>
          {t('terms.enable', { market: further })}
        </Button>
      ))}
      <ConfirmWithCode
        {...enabling.confirmation}
        title={t('terms.enableOf', { market, name })}
        facts={[
          { label: t('terms.merchantName'), value: name, strong: true },
          { label: t('terms.market'), value: market },
        ]}
        warning={t('terms.enableEffect')}
        confirmText={t('terms.confirm')}
      />
    </div>
  );
}
