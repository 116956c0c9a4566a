import { PageHead } from '@purser/ui/page-head';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { IntegrationCard } from './integration-card.tsx';
import { SamplesCard } from './samples-card.tsx';
import { useT } from './texts.ts';
import styles from './cut-in.module.css';

/** How the merchant's system and Purser are joined: where events go, and what orders get by themselves. */
export default function CutInPage() {
  const t = useT();
  return (
    <>
      <PageHead title={t('cutIn.title')} hint={t('cutIn.hint')} />
      <div className={styles.cards}>
        <EndpointsCard />
        <IntegrationCard />
      </div>
      <DeliveryLog />
      <div className={styles.below}>
        <SamplesCard />
      </div>
    </>
  );
}
