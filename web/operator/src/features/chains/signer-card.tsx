import { ageText } from '@purser/console-kit/age';
import { Card } from '@purser/console-kit/card';
import { formatNumber } from '@purser/console-kit/format';
import type { NetworkReserve } from '@purser/contract/features/chain-reserve';
import { USDT } from '@purser/contract/exchange';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import { StatusTag } from '@purser/ui/status-tag';
import { Link } from '@tanstack/react-router';
import styles from './chains.module.css';
import { type ChainsT, useI18n } from './texts.ts';

interface SignerCardProps {
  readonly network: NetworkReserve;
  readonly now: string;
}

/** What the signer's addresses on a network have, what waits for it, and whether chain and ledger agree. */
export function SignerCard({ network: { network, holdings, reserve, ...waits }, now }: SignerCardProps) {
  const { t, tag } = useI18n();
  const since = (count: number, time: string | null): string =>
    time === null ? formatNumber(count) : t('chains.at', { block: formatNumber(count), age: ageText(time, now, tag) });
  return (
    <Card title={t('chains.signer', { network })} actions={<Agrees reserve={reserve} t={t} />}>
      {waits.has_gap && <p className={styles.danger}>{t('chains.gap')}</p>}
      {reserve !== null && reserve.drift_time !== null && (
        <p className={styles.danger}>
          {`${t('chains.drift', { amount: groupDigits(reserve.drift) })}, ${t('chains.since', { time: formatInstant(reserve.drift_time) })}`}
        </p>
      )}
      <ul className={styles.nodes}>
        {holdings.map(({ role, address, usdt, coins, lacks_usdt, lacks_coins }) => (
          <li key={role}>
            <span>{t(`chains.role.${role}`)}</span>
            {(lacks_usdt || lacks_coins) && (
              <span>
                {lacks_usdt && <StatusTag tone="warning">{t('chains.lacksUsdt')}</StatusTag>}{' '}
                {lacks_coins && <StatusTag tone="warning">{t('chains.lacksCoins')}</StatusTag>}
              </span>
            )}
            <span className={styles.beside}>
              <span className={styles.host}>{address}</span>
            </span>
            <span className={styles.beside}>{t('chains.has', { usdt: groupDigits(usdt), coins: groupDigits(coins) })}</span>
          </li>
        ))}
      </ul>
      {holdings.length === 0 && <p>{t('chains.noHoldings')}</p>}
      <Facts>
        <Fact label={t('chains.unsigned')}>{since(waits.unsigned, waits.unsigned_time)}</Fact>
        <Fact label={t('chains.unmined')}>{since(waits.unmined, waits.unmined_time)}</Fact>
        <Fact label={t('chains.unswept')}>
          <Money amount={waits.unswept} coin={USDT} />
        </Fact>
        <Fact label={t('chains.sweeping')}>
          <Link className={styles.link ?? ''} to="/sweeps" search={{ network } as never}>
            {formatNumber(waits.sweeping)}
          </Link>
        </Fact>
        {reserve !== null && (
          <>
            <Fact label={t('chains.reserveHeld')}>
              <Money amount={reserve.held} coin={USDT} />
            </Fact>
            <Fact label={t('chains.reserveExpected')}>
              <Money amount={reserve.expected} coin={USDT} />
            </Fact>
            <Fact label={t('chains.reckoned')}>
              {t('chains.at', { block: formatNumber(reserve.block), age: ageText(reserve.reckoned_time, now, tag) })}
            </Fact>
          </>
        )}
      </Facts>
      {waits.sweeps.length > 0 && (
        <section>
          <h3 className={styles.subject}>{t('chains.sweeps')}</h3>
          <ul className={styles.nodes}>
            {waits.sweeps.map(({ address, state, why }) => (
              <li key={address}>
                <span className={styles.host}>{address}</span>
                <StatusTag tone={why === null ? 'neutral' : 'warning'}>{t(`chains.sweep.${state}`)}</StatusTag>
                {why !== null && <span className={styles.beside}>{t(`chains.why.${why}`)}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

function Agrees({ reserve, t }: Pick<NetworkReserve, 'reserve'> & { readonly t: ChainsT }) {
  if (reserve === null) return <StatusTag tone="neutral">{t('chains.notReckoned')}</StatusTag>;
  const agrees = reserve.drift_time === null;
  return <StatusTag tone={agrees ? 'success' : 'danger'}>{t(agrees ? 'chains.agrees' : 'chains.differs')}</StatusTag>;
}
