import { lazyPart } from '@purser/ui/lazy-part';
import { BellOutlined } from '@ant-design/icons';
import { loadWithTexts } from '@purser/console-kit/page-texts';
import { Bones } from '@purser/ui/bones';
import { CountBadge } from '@purser/ui/count-badge';
import { Popover } from '@purser/ui/popover';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense } from 'react';
import { ownAccount } from '../../shared/account.ts';
import { useT } from '../../shared/i18n.tsx';
import styles from './bell.module.css';
import { texts } from './texts.ts';

/** With the first opening of the bell. */
const NewsList = lazyPart(() => loadWithTexts(() => import('./news-list.tsx'), texts));

/**
 * What happened that the merchant may want to know of, and what the provider announces. Opening it marks all as seen; what was new stays
 * marked until it is opened again.
 */
export function Bell() {
  const t = useT();
  const { data: account } = useQuery(ownAccount);
  return (
    <Popover
      label={t('shell.events')}
      align="end"
      renderButton={(opener) => (
        <span className={styles.bell}>
          <Button type="text" icon={<BellOutlined aria-hidden />} aria-label={t('shell.events')} title={t('shell.events')} {...opener} />
          <CountBadge count={account?.own?.unread ?? 0} />
        </span>
      )}
    >
      {(close) => (
        <Suspense
          fallback={
            <div className={styles.news}>
              <Bones lines={3} />
            </div>
          }
        >
          <NewsList onChosen={close} />
        </Suspense>
      )}
    </Popover>
  );
}
