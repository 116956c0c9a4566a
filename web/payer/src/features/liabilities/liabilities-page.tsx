import type { LiabilityProof } from '@purser/contract/features/liabilities';
import { formatAmount } from '@purser/contract/money';
import type { liabilitiesPage, PageOf } from '@purser/contract/payer-pages';
import { VERIFIER_PATH } from '@purser/contract/wire';
import { useEffect, useState } from 'react';
import { verifyProof } from '../../../../../docs/verify-liabilities.mjs';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { useLocalTime } from '../../shared/local-time.tsx';
import { Money, moneyText } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './liabilities.module.css';

type LiabilitiesPage = PageOf<typeof liabilitiesPage>;

/** What proves to the wallet user that each balance is counted in what the provider has stated to owe. */
function Liabilities({ page }: { page: LiabilitiesPage }) {
  const { statement, proofs } = page;
  const { t } = usePage();
  return (
    <Shell>
      <h1 className={styles.title}>{t('liabilities_title')}</h1>
      {statement ? <AsOf instant={statement.made_at} /> : <Notice kind="advice">{t('liabilities_empty_title')}</Notice>}
      {page.is_gone && <Notice kind="advice">{t('liabilities_gone')}</Notice>}
      {statement && page.kept.length > 1 && <Choice kept={page.kept} chosen={statement.statement_id} />}
      {statement && proofs.length === 0 && <Notice kind="advice">{t('liabilities_absent_hint')}</Notice>}
      {proofs.map((proof) => (
        <Proof key={proof.coin_name} proof={proof} root={statement?.coins.find((coin) => coin.coin_name === proof.coin_name)?.root ?? ''} />
      ))}
      {proofs.length > 0 && (
        <Card>
          <h2 className={styles.flat}>{t('liabilities_own')}</h2>
          <p className={styles.flat}>{t('liabilities_own_hint')}</p>
          <code className={styles.command}>node verify-liabilities.mjs proof.json ROOT</code>
          <a className={button.link} href={VERIFIER_PATH} download>
            {t('liabilities_verifier')}
          </a>
        </Card>
      )}
      <p className={styles.back}>
        <a className={button.quiet} href="/wallet">
          {t('open_wallet')}
        </a>
      </p>
    </Shell>
  );
}

function AsOf({ instant }: { instant: string }) {
  const { t } = usePage();
  return <p className={styles.asOf}>{t('liabilities_as_of', { time: useLocalTime(instant) })}</p>;
}

/** Which statement is looked at: another address, so that it needs no script. */
function Choice({ kept, chosen }: { kept: LiabilitiesPage['kept']; chosen: string }) {
  const { t } = usePage();
  return (
    <form className={styles.choice} method="get" action="/wallet/liabilities">
      <label>
        <span>{t('liabilities_choice')}</span>
        <select name="statement" defaultValue={chosen}>
          {kept.map(({ statement_id, made_at }) => (
            <StatementOption key={statement_id} id={statement_id} instant={made_at} />
          ))}
        </select>
      </label>
      <button className={button.quiet}>{t('show')}</button>
    </form>
  );
}

function StatementOption({ id, instant }: { id: string; instant: string }) {
  return <option value={id}>{useLocalTime(instant)}</option>;
}

type Check = 'checking' | 'holds' | 'fails' | 'unable';

/** What this browser finds itself; without scripts it finds nothing. */
function useCheck(proof: LiabilityProof, root: string): Check | undefined {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    let gone = false;
    const tell = (found: Check): void => {
      if (!gone) setCheck(found);
    };
    // Browsers hash on pages of a secure origin only.
    if (globalThis.crypto.subtle === undefined) tell('unable');
    else {
      tell('checking');
      verifyProof(proof, root).then(
        () => tell('holds'),
        () => tell('fails'),
      );
    }
    return () => {
      gone = true;
    };
  }, [proof, root]);
  return check;
}

function Proof({ proof, root }: { proof: LiabilityProof; root: string }) {
  const reader = usePage();
  const { t } = reader;
  const { coin_name: coin, decimals, path } = proof;
  const check = useCheck(proof, root);
  const money = (minor: string): string => formatAmount(BigInt(minor), decimals);
  const file = `data:application/json,${encodeURIComponent(JSON.stringify(proof, null, 2))}`;
  return (
    <Card>
      <h2 className={styles.flat}>{coin}</h2>
      <Found check={check} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('liabilities_balance')}</dt>
          <dd>
            <strong>
              <Money amount={money(proof.balance)} coin={coin} />
            </strong>
          </dd>
        </div>
        <div>
          <dt>{t('liabilities_sum')}</dt>
          <dd>
            <Money amount={money(proof.sum)} coin={coin} />
          </dd>
        </div>
        <div>
          <dt>{t('liabilities_count')}</dt>
          <dd>{proof.count}</dd>
        </div>
        <div className={styles.long}>
          <dt>{t('liabilities_root')}</dt>
          <dd>{root}</dd>
        </div>
      </dl>
      <details className={styles.path}>
        <summary>{t('liabilities_path', { steps: path.length })}</summary>
        <p className={styles.hash}>{`${t('liabilities_nonce')}: ${proof.nonce}`}</p>
        <ol>
          {path.map((step) => (
            <li key={step.hash}>
              {`${t(`liabilities_${step.side}`)} · ${moneyText(money(step.sum), coin, reader)} ${t('liabilities_of_owners', { count: step.count })}`}
              <span className={styles.hash}>{step.hash}</span>
            </li>
          ))}
        </ol>
      </details>
      <a className={button.plain} href={file} download={`proof-${coin}-${proof.made_at.slice(0, 10)}.json`}>
        {t('liabilities_download')}
      </a>
    </Card>
  );
}

function Found({ check }: { check: Check | undefined }) {
  const { t } = usePage();
  switch (check) {
    case 'holds':
      return <Notice kind="success">{t('liabilities_holds')}</Notice>;
    case 'fails':
      return <Notice kind="problem">{`${t('liabilities_fails')}. ${t('liabilities_fails_hint')}`}</Notice>;
    case 'checking':
      return <Notice kind="advice">{t('liabilities_checking')}</Notice>;
    default:
      return <Notice kind="advice">{`${t('liabilities_unable')}. ${t('liabilities_unable_hint')}`}</Notice>;
  }
}

export const liabilities: PageView<typeof liabilitiesPage> = { Component: Liabilities, title: (_page, t) => t('liabilities_title') };
