import { PlusOutlined } from '@ant-design/icons';
import { useSearchParam } from '@purser/console-kit/search-param';
import { DataTable } from '@purser/ui/data-table';
import { PageHead } from '@purser/ui/page-head';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { ownSession, useAllowed } from '../../shared/session.ts';
import { members } from './api.ts';
import { memberColumns } from './columns.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog, type Link } from './link-dialog.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { useT } from './texts.ts';
import { Waiting } from './waiting.tsx';

/** In the address: the number of the member whose details are open. */
const OPEN = 'open';

/** Who may work here: invited, given roles, suspended, and let in anew. */
export default function StaffPage() {
  const t = useT();
  const isAllowed = useAllowed();
  const { data: session } = useQuery(ownSession);
  const query = useQuery(members);
  const { data, isFetching, isError, error, refetch } = query;
  const columns = useMemo(() => memberColumns(t, session?.staff_id), [t, session?.staff_id]);
  const [opened, setOpened] = useSearchParam(OPEN);
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<Link>();
  const manages = isAllowed('staff.manage');
  return (
    <>
      <PageHead
        title={t('menu.staff')}
        hint={t('staff.hint')}
        actions={
          manages && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setInviting(true)}>
              {t('staff.invite')}
            </Button>
          )
        }
      />
      <Waiting invitations={data?.invitations ?? []} manages={manages} />
      <DataTable
        label={t('staff.table')}
        columns={columns}
        rowKey={(row) => String(row.staff_id)}
        query={{ data: data && { list: data.list, total: data.list.length, total_is_exact: true }, isFetching, isError, error, refetch }}
        onOpen={(row) => setOpened(String(row.staff_id))}
        opened={opened}
        empty={{ title: t('staff.emptyTitle'), hint: t('staff.emptyHint') }}
      />
      <MemberDrawer opened={opened} query={query} manages={manages} onLink={setLink} onClose={() => setOpened(undefined)} />
      <InviteDialog open={inviting} onClose={() => setInviting(false)} onLink={setLink} />
      <LinkDialog link={link} onStored={() => setLink(undefined)} />
    </>
  );
}
