import { COMMISSION_NAME } from '@purser/contract/terms';
import { Money } from '@purser/ui/money';
import { PageHead } from '@purser/ui/page-head';
import { ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useAllowed } from '../../shared/session.ts';
import { kindTermNames, NO_COMMISSION, userTermLabels } from '../../shared/terms/term-fields.tsx';
import { type KindCoin, kinds } from './api.ts';
import { KindForm } from './kind-form.tsx';
import styles from './kinds.module.css';
import { useT } from './texts.ts';

/** The fees and limits of each kind of wallet users, beside those of everybody. */
export default function KindsPage() {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(kinds);
  const mayChange = useAllowed()('market.change');
  return (
    <>
      <PageHead title={t('menu.userKinds')} hint={t('kinds.hint')} />
      {!data &&
        (isError ? (
          <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        ))}
      {data?.list.map(({ kind, users, coins }) => (
        <section key={kind} className={styles.kind}>
          <h2>{t(`kinds.${kind}`)}</h2>
          <p className={styles.users}>{t('kinds.users', { count: users })}</p>
          <div className={styles.coins}>
            {coins.map((coin) => (
              <KindTable key={coin.coin_name} kind={kind} coin={coin} mayChange={mayChange} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

interface KindTableProps {
  readonly kind: 'ordinary' | 'advanced' | 'agent';
  readonly coin: KindCoin;
  readonly mayChange: boolean;
}

function KindTable({ kind, coin, mayChange }: KindTableProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { coin_name, own, usual, waiting } = coin;
  const labels = userTermLabels(t);
  const label = t('kinds.of', { kind: t(`kinds.${kind}`), coin: coin_name });
  return (
    <section aria-label={label} className={styles.coin}>
      <header>
        <strong>{coin_name}</strong>
        {waiting > 0 && <StatusTag tone="warning">{t('terms.waiting', { count: waiting })}</StatusTag>}
        {mayChange && (
          <Button aria-label={`${t('terms.change')} ${label}`} onClick={() => setOpen(true)}>
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
          {kindTermNames(kind).map((name) => (
            <tr key={name}>
              <th scope="row">{labels[name]}</th>
              <td className={own[name] === null ? undefined : styles.holds}>
                <Money amount={own[name]} />
              </td>
              <td className={own[name] === null ? styles.holds : undefined}>
                <Money amount={name === COMMISSION_NAME ? NO_COMMISSION : usual[name]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayChange && <KindForm kind={kind} coin={coin} open={open} onClose={() => setOpen(false)} />}
    </section>
  );
}
