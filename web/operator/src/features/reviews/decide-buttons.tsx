import { Button } from 'antd';
import { useOffered } from '../../shared/queue-keys.tsx';
import { useAllowed } from '../../shared/session.ts';
import type { ReviewRow } from './api.ts';
import { useDecide } from './deciding.tsx';
import { useT } from './texts.ts';

/** What one can do with orders that wait: all of them together. The keys a and r do the same. */
export function DecideButtons({ rows, reason }: { readonly rows: readonly ReviewRow[]; readonly reason?: string }) {
  const t = useT();
  const decide = useDecide();
  const mayDecide = useAllowed()('review.decide');
  const acts = { a: () => decide('approve', rows, reason), r: () => decide('reject', rows) };
  useOffered(mayDecide && rows.length > 0 ? acts : undefined);
  if (!mayDecide) return null;
  return (
    <>
      <Button type="primary" aria-keyshortcuts="a" onClick={acts.a}>
        {t('reviews.approve')}
      </Button>
      <Button danger aria-keyshortcuts="r" onClick={acts.r}>
        {t('reviews.reject')}
      </Button>
    </>
  );
}
