import type { OutputOf } from '@purser/contract/call';
import type { merchantSessionEnd, merchantSessionEndOthers, merchantSessionList } from '@purser/contract/features/account-security';
import type { staffSessionEnd, staffSessionEndOthers, staffSessionList } from '@purser/contract/features/staff';
import { DataTable } from '@purser/ui/data-table';
import type { Column } from '@purser/ui/data-table-types';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { keysOf } from '../act-key.ts';
import { browserOf } from '../browser-name.ts';
import { Card } from '../card.tsx';
import { client } from '../client.ts';
import { callQuery, refresh, RENEWED } from '../query.ts';
import styles from './own-account.module.css';
import { useT } from './texts.ts';

type OwnSession = OutputOf<typeof merchantSessionList>['list'][number];

interface SessionsCardProps {
  readonly list: typeof staffSessionList | typeof merchantSessionList;
  readonly end: typeof staffSessionEnd | typeof merchantSessionEnd;
  readonly endOthers: typeof staffSessionEndOthers | typeof merchantSessionEndOthers;
}

/** Where one is signed in; any of it is ended at once. */
export function SessionsCard({ list, end: endCall, endOthers: endOthersCall }: SessionsCardProps) {
  const t = useT();
  const { data, isFetching, isError, error, refetch } = useQuery({ ...callQuery(list, {}, ['self']), ...RENEWED });
  const [busy, setBusy] = useState(false);
  const end = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      toast.success(t('account.ended'));
    } catch {
      // The user has been told why.
    } finally {
      setBusy(false);
      refresh(['self']);
    }
  };
  const endOne = (input: { session_id: string }) =>
    end(() => keysOf(endCall).attempt(input.session_id, (idempotencyKey) => client.request(endCall, input, { idempotencyKey })));
  const endOthers = () =>
    end(() => keysOf(endOthersCall).attempt('', (idempotencyKey) => client.request(endOthersCall, {}, { idempotencyKey })));
  const others = data?.list.some(({ current }) => !current) === true;
  const actionsOf = (row: OwnSession) =>
    !row.current && (
      <Button
        className={styles.act}
        disabled={busy}
        aria-label={t('account.endNamed', { address: row.ip, time: formatInstant(row.create_time) })}
        onClick={() => void endOne({ session_id: row.session_id })}
      >
        {t('account.end')}
      </Button>
    );
  return (
    <Card
      title={t('account.sessions')}
      hint={t('account.sessionsHint')}
      actions={
        others && (
          <Button className={styles.act} disabled={busy} onClick={() => void endOthers()}>
            {t('account.endOthers')}
          </Button>
        )
      }
    >
      <DataTable
        label={t('account.sessionsTable')}
        columns={columnsOf(t)}
        rowKey={(row) => row.session_id}
        query={{ data: data && { list: data.list, total: data.list.length, total_is_exact: true }, isFetching, isError, error, refetch }}
        empty={{ title: t('account.noSessions'), hint: t('account.sessionsHint') }}
        rowActions={actionsOf}
      />
    </Card>
  );
}

function columnsOf(t: ReturnType<typeof useT>): Column<OwnSession>[] {
  return [
    { key: 'ip', title: t('account.address'), render: (row) => row.ip },
    {
      key: 'current',
      title: t('field.status'),
      phone: 'status',
      render: (row) => (
        <StatusTag tone={row.current ? 'success' : 'neutral'}>{t(row.current ? 'account.thisOne' : 'account.open')}</StatusTag>
      ),
    },
    { key: 'user_agent', title: t('account.browser'), render: (row) => browserOf(row.user_agent) },
    { key: 'create_time', title: t('account.signedInAt'), render: (row) => formatInstant(row.create_time) },
    { key: 'last_seen_time', title: t('account.lastSeen'), phone: 'time', render: (row) => formatInstant(row.last_seen_time) },
    { key: 'expires_at', title: t('account.sessionEnds'), render: (row) => formatInstant(row.expires_at) },
  ];
}
