import { Card } from '@purser/console-kit/card';
import { callQuery } from '@purser/console-kit/query';
import { faceSettingQuery } from '@purser/contract/features/face';
import { PageHead } from '@purser/ui/page-head';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useAllowed } from '../../shared/session.ts';
import styles from './face.module.css';
import { SettingForm } from './setting-form.tsx';
import { useT } from './texts.ts';

const setting = callQuery(faceSettingQuery, {}, ['system']);

/** Whether payments may be confirmed by face, up to which amounts, and how many wallet users it concerns. */
export default function FacePage() {
  const t = useT();
  const changes = useAllowed()('system.change');
  const { data, error, isError, isFetching, refetch } = useQuery(setting);
  return (
    <>
      <PageHead title={t('menu.face')} hint={t('face.hint')} />
      {data ? (
        <div className={styles.form}>
          <Card title={t('face.use')}>
            <dl className={styles.counts}>
              <div>
                <dt>{t('face.enrolled')}</dt>
                <dd>{data.enrolled}</dd>
              </div>
              <div>
                <dt>{t('face.locked')}</dt>
                <dd>{data.locked}</dd>
              </div>
            </dl>
            <p className={styles.note}>{t('face.audit')}</p>
          </Card>
          <SettingForm key={data.revision} kept={data} changes={changes} />
        </div>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton active />
      )}
    </>
  );
}
