import { type Decision, DECISIONS } from '@purser/contract/features/review';
import { Button } from 'antd';
import { useOffered } from '../../shared/queue-keys.tsx';
import { useAllowed } from '../../shared/session.ts';
import type { ReviewRow } from './api.ts';
import { useDecide } from './deciding.tsx';
import { useT } from './texts.ts';

interface DecideButtonsProps {
  readonly rows: readonly ReviewRow[];
  readonly reason?: string;
  /** What staff may decide on them. */
  readonly decisions?: readonly Decision[];
}

/** What one can do with orders that wait: all of them together. The keys a and r do the same. */
export function DecideButtons({ rows, reason, decisions = DECISIONS }: DecideButtonsProps) {
  const t = useT();
  const decide = useDecide();
  const mayDecide = useAllowed()('review.decide');
  const acts = {
    ...(decisions.includes('approve') && { a: () => decide('approve', rows, reason) }),
    ...(decisions.includes('reject') && { r: () => decide('reject', rows) }),
  };
  useOffered(mayDecide && rows.length > 0 ? acts : undefined);
  if (!mayDecide) return null;
  return (
    <>
      {acts.a && (
        <Button type="primary" aria-keyshortcuts="a" onClick={acts.a}>
          {t('reviews.approve')}
        </Button>
      )}
      {acts.r && (
        <Button danger aria-keyshortcuts="r" onClick={acts.r}>
          {t('reviews.reject')}
        </Button>
      )}
    </>
  );
}
