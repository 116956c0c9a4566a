import { Card } from '@purser/console-kit/card';
import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { identityDetail } from '@purser/contract/features/identity';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { PageHead } from '@purser/ui/page-head';
import { ErrorState } from '@purser/ui/states';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Skeleton } from 'antd';
import { May } from '../../shared/may.tsx';
import { PATHS } from '../../shared/paths.ts';
import { IdentityForm } from './form.tsx';
import styles from './identity.module.css';
import { useT } from './texts.ts';

type Identity = OutputOf<typeof identityDetail>;

const identity = callQuery(identityDetail, {}, ['identity']);

const TONES: Readonly<Record<Identity['authentication_status'], Tone>> = {
  not_authenticated: 'neutral',
  pending: 'warning',
  approved: 'success',
  rejected: 'danger',
};

/** The merchant's identity: how it stands, and the form by which it is handed in. */
export default function IdentityPage() {
  const t = useT();
  const query = useQuery(identity);
  return (
    <>
      <PageHead title={t('identity.title')} hint={t('identity.hint')} />
      {query.data ? (
        <Loaded {...query.data} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </>
  );
}

function Loaded({ authentication_status: status, submission }: Identity) {
  const t = useT();
  const isOpen = status === 'not_authenticated' || status === 'rejected' || (status === 'pending' && submission === null);
  return (
    <Card title={t('identity.state')} actions={<StatusTag tone={TONES[status]}>{t(`identity.status.${status}`)}</StatusTag>}>
      {status === 'rejected' && submission !== null && submission.reason !== '' && <p className={styles.reason}>{submission.reason}</p>}
      {isOpen ? (
        <May permission="account.change" otherwise={<p className={styles.lead}>{t('identity.byOwners')}</p>}>
          <IdentityForm again={status === 'rejected'} />
        </May>
      ) : (
        <p className={styles.lead}>{t(status === 'approved' ? 'identity.approvedHint' : 'identity.pendingHint')}</p>
      )}
      {!isOpen && submission && <Submitted {...submission} />}
      {status === 'approved' && <Link to={PATHS.apiManagement}>{t('identity.toAccessKey')}</Link>}
    </Card>
  );
}

function Submitted({ kind, full_name, id_type, id_number, company_name, create_time, decide_time }: NonNullable<Identity['submission']>) {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('identity.kind')}>{t(`identity.kind.${kind}`)}</Fact>
      {company_name !== '' && <Fact label={t('identity.companyName')}>{company_name}</Fact>}
      {full_name !== '' && <Fact label={t('identity.fullName')}>{full_name}</Fact>}
      {id_type !== null && <Fact label={t(`identity.idType.${id_type}`)}>{id_number}</Fact>}
      <Fact label={t('identity.submitTime')}>{formatInstant(create_time)}</Fact>
      {decide_time !== null && <Fact label={t('identity.decideTime')}>{formatInstant(decide_time)}</Fact>}
    </Facts>
  );
}
