import type { offlinePage } from '@purser/contract/wallet-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import wallet from './wallet.module.css';

/** Nothing about money is kept on the device, so without a network there is only this to say. */
function Offline() {
  const { t } = usePage();
  return (
    <Shell>
      <Card>
        <div className={wallet.lead}>
          <h1>{t('offline_title')}</h1>
          <p>{t('offline_text')}</p>
        </div>
        <a className={button.primary} href="/wallet">
          {t('try_again')}
        </a>
      </Card>
    </Shell>
  );
}

export const offline: PageView<typeof offlinePage> = { Component: Offline, title: (_page, t) => t('offline_title') };
