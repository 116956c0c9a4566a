import { formatNumber } from '@purser/console-kit/format';
import { type StatementBalance, STATEMENT_PDF_ENTRIES } from '@purser/contract/features/statement';
import { Bones } from '@purser/ui/bones';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../shared/paths.ts';
import { detailOf, type StatementMonth, whole } from './api.ts';
import { StatementFiles } from './files.tsx';
import styles from './statement.module.css';
import { useT } from './texts.ts';

/** A month's sums, and the way to its files and entries. */
export function Preview({ month }: { readonly month: Pick<StatementMonth, 'coin_name' | 'month'> }) {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(detailOf(month));
  if (!data) return isError ? <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} /> : <Bones lines={10} />;
  const { coin_name: coin } = data;
  const money = (amount: string) => <Money amount={amount} coin={coin} />;
  const entries = { coin_name: coin, time_from: data.from, time_to: data.to };
  return (
    <Details>
      <DetailsHead>
        <Money amount={whole(data.closing)} coin={coin} size="large" />
        <StatusTag tone={data.is_complete ? 'success' : 'neutral'}>
          {t(data.is_complete ? 'statement.complete' : 'statement.unfinished')}
        </StatusTag>
      </DetailsHead>
      {!data.is_complete && <p className={styles.hint}>{t('statement.until', { time: formatInstant(data.as_of) })}</p>}
      <StatementFiles month={month} />
      <p className={styles.hint}>{t('statement.files', { count: formatNumber(STATEMENT_PDF_ENTRIES) })}</p>
      <DetailsPart title={t('statement.balances')}>
        <Balance title={t('statement.opening')} balance={data.opening} coin={coin} />
        <Balance title={t('statement.closing')} balance={data.closing} coin={coin} />
      </DetailsPart>
      <DetailsPart title={t('statement.sums')}>
        {data.sums.length === 0 ? (
          <p className={styles.hint}>{t('statement.none')}</p>
        ) : (
          <>
            {[...data.sums, { transaction_type: null, count: data.entries, ...data }].map((sum) => (
              <div key={sum.transaction_type ?? 'all'} className={styles.sum}>
                <h3>
                  {sum.transaction_type === null ? t('statement.all') : t(`transactionType.${sum.transaction_type}`)}
                  <span>{` · ${t('statement.entries')} ${formatNumber(sum.count)}`}</span>
                </h3>
                <Facts>
                  <Fact label={t('statement.in')}>{money(sum.amount_in)}</Fact>
                  <Fact label={t('statement.out')}>{money(sum.amount_out)}</Fact>
                  <Fact label={t('statement.fees')}>{money(sum.charge)}</Fact>
                </Facts>
              </div>
            ))}
            <p className={styles.hint}>{t('statement.feesHint')}</p>
            <Link to={PATHS.fundFlow} search={entries as never} className={styles.up ?? ''}>
              {t('statement.showEntries')} →
            </Link>
          </>
        )}
      </DetailsPart>
    </Details>
  );
}

interface BalanceProps {
  readonly title: string;
  readonly balance: StatementBalance;
  readonly coin: string;
}

function Balance({ title, balance, coin }: BalanceProps) {
  const t = useT();
  const money = (amount: string) => <Money amount={amount} coin={coin} />;
  return (
    <div className={styles.sum}>
      <h3>{title}</h3>
      <Facts>
        <Fact label={t('field.available')}>{money(balance.available)}</Fact>
        <Fact label={t('field.frozen')}>{money(balance.frozen)}</Fact>
        <Fact label={t('field.pending')}>{money(balance.pending)}</Fact>
        <Fact label={t('field.total')} strong>
          {money(whole(balance))}
        </Fact>
      </Facts>
    </div>
  );
}
