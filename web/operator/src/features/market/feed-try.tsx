import { client } from '@purser/console-kit/client';
import type { OutputOf } from '@purser/contract/call';
import { marketFeedTry } from '@purser/contract/features/market';
import { formatInstant } from '@purser/ui/instant-text';
import { Button } from 'antd';
import { useState } from 'react';
import styles from './market.module.css';
import { useT } from './texts.ts';

interface FeedTryProps {
  readonly coin: string;
  readonly address: string;
  readonly pointer: string;
}

/** Asks the feed once, before it is saved, and says what it answers. What was said of another address is gone. */
export function FeedTry({ coin, address, pointer }: FeedTryProps) {
  const t = useT();
  const [told, setTold] = useState<{ readonly of: string; readonly answer: OutputOf<typeof marketFeedTry> | 'failed' }>();
  const [busy, setBusy] = useState(false);
  const source = `${address} ${pointer}`;
  const input = marketFeedTry.input.safeParse({ address, pointer });
  const answer = told?.of === source ? told.answer : undefined;

  const attempt = async (): Promise<void> => {
    setBusy(true);
    const got = await client.request(marketFeedTry, { address, pointer }).catch(() => 'failed' as const);
    setTold({ of: source, answer: got });
    setBusy(false);
  };

  return (
    <div className={styles.attempt}>
      <Button disabled={!input.success} loading={busy} onClick={() => void attempt()}>
        {t('market.feed.try')}
      </Button>
      <output>
        {answer !== undefined && answer !== 'failed' && (
          <span className={answer.problem === null ? styles.heard : styles.unheard}>
            {answer.problem === null
              ? t('market.feed.says', { rate: answer.rate ?? '', coin, time: formatInstant(answer.time), ms: answer.duration_ms })
              : t(`market.feed.why.${answer.problem}`)}
          </span>
        )}
        {answer === undefined && t('market.feed.tryHint')}
      </output>
    </div>
  );
}
