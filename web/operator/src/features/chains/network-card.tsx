import { ageText } from '@purser/console-kit/age';
import { Card } from '@purser/console-kit/card';
import { formatNumber, joined } from '@purser/console-kit/format';
import type { ChainTrouble, NetworkState, ProviderState, WatchState } from '@purser/contract/features/chain-network';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { Link } from '@tanstack/react-router';
import styles from './chains.module.css';
import { type ChainsKey, type ChainsT, useI18n } from './texts.ts';

const TONES: Readonly<Record<WatchState, Tone>> = {
  halted: 'danger',
  unwatched: 'danger',
  troubled: 'warning',
  watched: 'success',
  off: 'neutral',
};
const NODE_TONES: Readonly<Record<ProviderState, Tone>> = {
  answers: 'success',
  behind: 'warning',
  silent: 'danger',
  other_chain: 'danger',
  wrong: 'danger',
};

interface NetworkCardProps {
  readonly network: NetworkState;
  readonly now: string;
}

/** One network: how far its chain has been looked at, what is wrong, and each of its nodes. */
export function NetworkCard({ network, now }: NetworkCardProps) {
  const { t, tag } = useI18n();
  const age = (time: string | null): string => (time === null ? t('chains.unknown') : ageText(time, now, tag));
  const at = (block: number | null, time: string | null): string =>
    block === null ? t('chains.unknown') : t('chains.at', { block: formatNumber(block), age: age(time) });
  const { lag } = network;
  return (
    <Card title={network.network} actions={<StatusTag tone={TONES[network.state]}>{t(`chains.state.${network.state}`)}</StatusTag>}>
      <Wrong network={network} />
      <Facts>
        <Fact label={t('chains.chainId')}>{network.chain_id ?? t('chains.unknown')}</Fact>
        <Fact label={t('chains.head')}>{at(network.head, network.head_time)}</Fact>
        <Fact label={t('chains.confirmed')}>{network.confirmed === null ? t('chains.unknown') : formatNumber(network.confirmed)}</Fact>
        <Fact label={t('chains.settled')}>{at(network.settled, network.settled_time)}</Fact>
        <Fact label={t('chains.lag')}>{lag === null ? t('chains.unknown') : t('chains.blocks', { count: lag })}</Fact>
        <Fact label={t('chains.looked')}>{age(network.looked_time)}</Fact>
        <Fact label={t('chains.addresses')}>{countText(network.addresses, t)}</Fact>
        <Fact label={t('chains.confirming')}>
          <Deposits network={network.network} state="confirming" text={countText(network.confirming, t)} />
        </Fact>
        <Fact label={t('chains.held')}>
          <Deposits network={network.network} state="held" text={countText(network.held, t)} />
        </Fact>
        {network.last_trouble !== null && (
          <Fact label={t('chains.last')}>{`${wrongText(network.last_trouble, t)} (${formatInstant(network.last_trouble_time)})`}</Fact>
        )}
      </Facts>
      <section>
        <h3 className={styles.subject}>{t('chains.nodes')}</h3>
        {network.providers.length === 0 && <p>{t('chains.noNodes')}</p>}
        <ul className={styles.nodes}>
          {network.providers.map(({ place, host, state, head, final, since }) => (
            <li key={place}>
              <span className={styles.host}>{host}</span>
              <StatusTag tone={NODE_TONES[state]}>{t(`chains.node.${state}`)}</StatusTag>
              <span className={styles.beside}>
                {joined(
                  [
                    ...(head !== null && final !== null
                      ? [t('chains.nodeHeights', { head: formatNumber(head), final: formatNumber(final) })]
                      : []),
                    ...(state === 'answers' ? [] : [t('chains.since', { time: formatInstant(since) })]),
                  ],
                  t,
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}

/** Why nothing, or not everything, is credited now. */
function Wrong({ network: { state, halted, halted_time, trouble, trouble_time, settled } }: Pick<NetworkCardProps, 'network'>) {
  const { t } = useI18n();
  const since = (time: string | null): string => (time === null ? '' : `, ${t('chains.since', { time: formatInstant(time) })}`);
  return (
    <>
      {halted !== null && <p className={styles.danger}>{t('chains.halted', { why: wrongText(halted, t) }) + since(halted_time)}</p>}
      {trouble !== null && <p className={styles.note}>{t('chains.trouble', { why: wrongText(trouble, t) }) + since(trouble_time)}</p>}
      {state === 'troubled' && settled === null && <p className={styles.note}>{t('chains.notBegun')}</p>}
    </>
  );
}

function Deposits({ network, state, text }: { readonly network: string; readonly state: 'confirming' | 'held'; readonly text: string }) {
  return (
    <Link className={styles.link ?? ''} to="/deposits" search={{ network, state } as never}>
      {text}
    </Link>
  );
}

/** What is wrong, as a part of a sentence. */
function wrongText({ what, values }: ChainTrouble, t: ChainsT): string {
  const say = t as (key: ChainsKey, values: ChainTrouble['values']) => string;
  return say(`chains.wrong.${what}`, values);
}

/** A number that is counted up to a bound: "10,000+". */
function countText({ count, is_exact }: NetworkState['held'], t: ChainsT): string {
  return is_exact ? formatNumber(count) : t('chains.more', { count: formatNumber(count) });
}
