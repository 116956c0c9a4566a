import { PageHead } from '@purser/ui/page-head';
import { useT } from '../../shared/i18n.tsx';
import { AccessKeyCard } from './access-key-card.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { IntegrationCard } from './integration-card.tsx';
import { SigningCard } from './signing-card.tsx';
import styles from './api-management.module.css';

/** How the merchant's system talks to Purser and is told what happened. */
export default function ApiManagementPage() {
  const t = useT();
  return (
    <>
      <PageHead
        title={t('menu.apiManagement')}
        hint={t('apiManagement.hint')}
        actions={
          <a className={styles['docs']} href="/docs" target="_blank" rel="noreferrer">
            {t('apiManagement.docs')} <span aria-hidden="true">↗</span>
          </a>
        }
      />
      <div className={styles['cards']}>
        <div className={styles['column']}>
          <AccessKeyCard />
          <SigningCard />
        </div>
        <IntegrationCard />
      </div>
      <DeliveryLog />
    </>
  );
}
