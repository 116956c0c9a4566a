import { Card } from '@purser/console-kit/card';
import { PageHead } from '@purser/ui/page-head';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { PATHS } from '../../shared/paths.ts';
import { useT } from './texts.ts';
import { AccessKeyCard } from './access-key-card.tsx';
import { LogoCard } from './logo-card.tsx';
import styles from './api-management.module.css';
import { May } from '../../shared/may.tsx';

/** Who the merchant's system is to Purser, and the merchant to payers. */
export default function ApiManagementPage() {
  const t = useT();
  return (
    <>
      <PageHead
        title={t('menu.apiManagement')}
        hint={t('apiManagement.hint')}
        actions={
          <a className={styles.docs} href="/docs" target="_blank" rel="noreferrer">
            {t('apiManagement.docs')} <span aria-hidden="true">↗</span>
          </a>
        }
      />
      <div className={styles.cards}>
        <div className={styles.column}>
          <AccessKeyCard />
          <ToCutIn />
        </div>
        <div className={styles.column}>
          <May permission="account.change">
            <LogoCard />
          </May>
        </div>
      </div>
    </>
  );
}

/** The way to how the two systems are joined. */
function ToCutIn() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Card title={t('apiManagement.cutInTitle')} hint={t('apiManagement.cutInHint')}>
      <div className={styles.buttons}>
        <Button onClick={() => void navigate({ to: PATHS.cutIn } as never)}>{t('apiManagement.cutInOpen')}</Button>
      </div>
    </Card>
  );
}
