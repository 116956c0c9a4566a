import { formatInstant } from '@purser/ui/instant-text';
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { accessKeys as outcomes } from '@purser/contract/outcomes/access-keys';
import { ACCESS_KEY_LIMIT } from '@purser/contract/features/access-key';
import { CopyText } from '@purser/ui/copy-text';
import { Fact, Facts } from '@purser/ui/facts';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { PATHS } from '../../shared/paths.ts';
import { useI18n, useT } from './texts.ts';
import { ChangeIps, CreateKey, DeleteKey, useDeleteKey } from './access-key-dialogs.tsx';
import { accessKeys, type AccessKey } from './api.ts';
import { Card } from '@purser/console-kit/card';
import { IpList } from './ip-list-view.tsx';
import styles from './api-management.module.css';
import { May, MayOpen } from '../../shared/may.tsx';

/** The key with which the merchant's system signs its requests. */
export function AccessKeyCard() {
  const t = useT();
  const query = useQuery(accessKeys);
  const [act, setAct] = useState<'create' | 'change'>();
  // What was typed does not change with what is fetched meanwhile.
  const [held, setHeld] = useState<AccessKey>();
  const deletion = useDeleteKey();
  const key = query.data?.list[0];
  const change = (): void => {
    setHeld(key);
    setAct('change');
  };
  const end = (): void => setAct(undefined);

  return (
    <Card title={t('apiManagement.keyTitle')} hint={t('apiManagement.keyHint', { limit: ACCESS_KEY_LIMIT })}>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : !query.data ? (
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      ) : key ? (
        <KeyFacts held={key} onChange={change} onDelete={() => deletion.begin(key)} />
      ) : (
        <NoKey kycCompleted={query.data.kyc_completed} onCreate={() => setAct('create')} />
      )}
      <CreateKey open={act === 'create'} onClose={end} />
      {held && <ChangeIps open={act === 'change'} onClose={end} held={held} />}
      <DeleteKey deletion={deletion} />
    </Card>
  );
}

function NoKey({ kycCompleted, onCreate }: { readonly kycCompleted: boolean; readonly onCreate: () => void }) {
  const { t, language } = useI18n();
  return (
    <>
      {!kycCompleted && (
        <p className={styles.warning} role="note">
          {outcomes.kyc_required.text[language]}{' '}
          <MayOpen to={PATHS.verification}>
            <Link to={PATHS.verification}>{t('apiManagement.verify')}</Link>
          </MayOpen>
        </p>
      )}
      <EmptyState
        title={t('apiManagement.keyEmptyTitle')}
        hint={t('apiManagement.keyEmptyHint')}
        action={
          <May permission="integration.change">
            <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={!kycCompleted} onClick={onCreate}>
              {t('apiManagement.keyCreate')}
            </Button>
          </May>
        }
      />
    </>
  );
}

interface KeyFactsProps {
  readonly held: AccessKey;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

function KeyFacts({ held, onChange, onDelete }: KeyFactsProps) {
  const t = useT();
  const { access_key, ip_permission, create_time, last_used_time } = held;
  return (
    <>
      <Facts>
        <Fact label={t('apiManagement.keyId')}>
          <span className={styles.code}>
            <CopyText text={access_key} what={t('apiManagement.keyId')} />
          </span>
        </Fact>
        <Fact label={t('apiManagement.ips')}>
          <IpList entries={ip_permission} />
        </Fact>
        <Fact label={t('apiManagement.keyCreated')}>{formatInstant(create_time)}</Fact>
        <Fact label={t('apiManagement.keyLastUsed')}>
          {last_used_time === null ? t('apiManagement.keyNeverUsed') : formatInstant(last_used_time)}
        </Fact>
      </Facts>
      <div className={styles.buttons}>
        <May permission="integration.change">
          <Button onClick={onChange}>{t('apiManagement.ipsChange')}</Button>
          <Button danger icon={<DeleteOutlined aria-hidden />} onClick={onDelete}>
            {t('apiManagement.keyDelete')}
          </Button>
        </May>
      </div>
    </>
  );
}
