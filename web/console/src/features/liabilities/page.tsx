import { CallRefused } from '@purser/client/transport';
import { Card } from '@purser/console-kit/card';
import { saveFile } from '@purser/console-kit/list/receive-file';
import { useSearchParam } from '@purser/console-kit/search-param';
import type { LiabilityProof, LiabilityProofs } from '@purser/contract/features/liabilities';
import { formatAmount } from '@purser/contract/money';
import { VERIFIER_PATH } from '@purser/contract/wire';
import { CopyText } from '@purser/ui/copy-text';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { PageHead } from '@purser/ui/page-head';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, Select, Skeleton } from 'antd';
import { useId } from 'react';
import { PATHS } from '../../shared/paths.ts';
import { checkOf, proofsIn } from './api.ts';
import styles from './liabilities.module.css';
import { useT } from './texts.ts';

/** In the address: the statement that is looked at, which is the newest unless another was chosen. */
const STATEMENT = 'statement';
/** What a statement is refused with of which no proofs are kept, and an address that names none. */
const GONE: ReadonlySet<string> = new Set(['liability_statement_unknown', 'invalid_input']);

/** What proves to the merchant that each balance is counted in what the provider has stated to owe. */
export default function LiabilitiesPage() {
  const t = useT();
  return (
    <div className={styles.page}>
      <Link to={PATHS.assets} className={styles.up ?? ''}>
        ← {t('menu.assets')}
      </Link>
      <PageHead title={t('liabilities.title')} hint={t('liabilities.hint')} />
      <Proofs />
    </div>
  );
}

function Proofs() {
  const t = useT();
  const [chosen, choose] = useSearchParam(STATEMENT);
  const { data, error, isError, isFetching, refetch } = useQuery(proofsIn(chosen));
  if (error instanceof CallRefused && GONE.has(error.outcome)) {
    const newest = <Button onClick={() => choose(undefined)}>{t('liabilities.newest')}</Button>;
    return <EmptyState title={t('liabilities.goneTitle')} hint={t('liabilities.goneHint')} action={newest} />;
  }
  if (!data && isError) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  const { statement } = data;
  if (!statement) return <EmptyState title={t('liabilities.emptyTitle')} hint={t('liabilities.emptyHint')} />;
  const rootOf = (coin: string): string => statement.coins.find(({ coin_name }) => coin_name === coin)?.root ?? '';
  return (
    <>
      <p>{t('liabilities.asOf', { time: formatInstant(statement.made_at) })}</p>
      {data.kept.length > 1 && <Choice kept={data.kept} chosen={chosen ?? statement.statement_id} onChoose={choose} />}
      {data.proofs.length === 0 && <EmptyState title={t('liabilities.absentTitle')} hint={t('liabilities.absentHint')} />}
      <div className={styles.proofs}>
        {data.proofs.map((proof) => (
          <Proof key={proof.coin_name} proof={proof} root={rootOf(proof.coin_name)} />
        ))}
      </div>
      <Card title={t('liabilities.own')} hint={t('liabilities.ownHint')}>
        <code className={styles.command}>node verify-liabilities.mjs proof.json ROOT</code>
        <a className={styles.link} href={VERIFIER_PATH} download>
          {t('liabilities.verifier')}
        </a>
      </Card>
    </>
  );
}

interface ChoiceProps {
  readonly kept: LiabilityProofs['kept'];
  readonly chosen: string;
  readonly onChoose: (statementId: string) => void;
}

/** Which of the statements is looked at of which proofs are kept. */
function Choice({ kept, chosen, onChoose }: ChoiceProps) {
  const t = useT();
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{t('liabilities.choice')}</label>
      <Select
        id={id}
        value={chosen}
        options={kept.map(({ statement_id, made_at }) => ({ value: statement_id, label: formatInstant(made_at) }))}
        onChange={onChoose}
        virtual={false}
      />
    </div>
  );
}

const TONES = { checking: 'neutral', holds: 'success', fails: 'danger', unable: 'warning' } as const satisfies Record<string, Tone>;

function Proof({ proof, root }: { readonly proof: LiabilityProof; readonly root: string }) {
  const t = useT();
  const { coin_name: coin, decimals, path } = proof;
  const { data: check = 'checking' } = useQuery(checkOf(proof, root));
  const money = (minor: string): string => formatAmount(BigInt(minor), decimals);
  const download = (): void =>
    saveFile(`proof-${coin}-${proof.made_at.slice(0, 10)}.json`, new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }));
  return (
    <Card title={coin} actions={<StatusTag tone={TONES[check]}>{t(`liabilities.${check}`)}</StatusTag>}>
      {check === 'fails' && <p role="alert">{t('liabilities.failsHint')}</p>}
      {check === 'unable' && <p>{t('liabilities.unableHint')}</p>}
      <Facts>
        <Fact label={t('liabilities.balance')} strong>
          <Money amount={money(proof.balance)} coin={coin} />
        </Fact>
        <Fact label={t('liabilities.sum')}>
          <Money amount={money(proof.sum)} coin={coin} />
        </Fact>
        <Fact label={t('liabilities.count')}>{proof.count}</Fact>
        <Fact label={t('liabilities.root')}>
          <CopyText text={root} what={t('liabilities.root')} shorten />
        </Fact>
        <Fact label={t('liabilities.nonce')}>
          <CopyText text={proof.nonce} what={t('liabilities.nonce')} shorten />
        </Fact>
      </Facts>
      <details className={styles.path}>
        <summary>{t('liabilities.path', { steps: path.length })}</summary>
        <ol>
          {path.map((step) => (
            <li key={step.hash}>
              {`${t(`liabilities.${step.side}`)} · `}
              <Money amount={money(step.sum)} coin={coin} />
              {` ${t('liabilities.ofOwners', { count: step.count })}`}
              <span className={styles.hash}>{step.hash}</span>
            </li>
          ))}
        </ol>
      </details>
      <Button aria-label={t('liabilities.downloadFor', { coin })} onClick={download}>
        {t('liabilities.download')}
      </Button>
    </Card>
  );
}
