import { Button } from 'antd';
import { useAllowed } from '../../shared/session.ts';
import type { ReviewRow } from './api.ts';
import { useDecide, useOffered } from './deciding.tsx';
import { useT } from './texts.ts';

/** What one can do with orders that wait: all of them together. The keys a and r do the same. */
export function DecideButtons({ rows, reason }: { readonly rows: readonly ReviewRow[]; readonly reason?: string }) {
  const t = useT();
  const decide = useDecide();
  const mayDecide = useAllowed()('review.decide');
  useOffered(mayDecide ? rows : [], reason);
  if (!mayDecide) return null;
  return (
    <>
      <Button type="primary" aria-keyshortcuts="a" onClick={() => decide('approve', rows, reason)}>
        {t('reviews.approve')}
      </Button>
      <Button danger aria-keyshortcuts="r" onClick={() => decide('reject', rows)}>
        {t('reviews.reject')}
      </Button>
    </>
  );
}
