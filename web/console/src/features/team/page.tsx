import { PlusOutlined } from '@ant-design/icons';
import { useSearchParam } from '@purser/console-kit/search-param';
import { DataTable } from '@purser/ui/data-table';
import { PageHead } from '@purser/ui/page-head';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { May, MayForm } from '../../shared/may.tsx';
import { team } from './api.ts';
import { memberColumns } from './columns.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog, type Link } from './link-dialog.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { useT } from './texts.ts';

/** In the address: the number of the member whose details are open, and `1` while the form for a new one is. */
const OPEN = 'open';
const INVITE = 'invite';

/** Who acts for the merchant: invited, given roles, suspended, and taken off again. */
export default function TeamPage() {
  const t = useT();
  const query = useQuery(team);
  const { data, isFetching, isError, error, refetch } = query;
  const columns = useMemo(() => memberColumns(t), [t]);
  const [opened, setOpened] = useSearchParam(OPEN);
  const [inviting, setInviting] = useSearchParam(INVITE);
  const [link, setLink] = useState<Link>();
  return (
    <>
      <PageHead
        title={t('team.title')}
        hint={t('team.hint')}
        actions={
          <May permission="team.manage">
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setInviting('1')}>
              {t('team.invite')}
            </Button>
          </May>
        }
      />
      <DataTable
        label={t('team.table')}
        columns={columns}
        rowKey={(row) => String(row.member_id)}
        query={{ data: data && { list: data.list, total: data.list.length, total_is_exact: true }, isFetching, isError, error, refetch }}
        onOpen={(row) => setOpened(String(row.member_id))}
        opened={opened}
        empty={{ title: t('team.emptyTitle'), hint: t('team.emptyHint') }}
      />
      <MemberDrawer opened={opened} query={query} onLink={setLink} onClose={() => setOpened(undefined)} />
      <MayForm permission="team.manage">
        <InviteDialog open={inviting !== undefined} onClose={() => setInviting(undefined)} onLink={setLink} />
      </MayForm>
      <LinkDialog link={link} onStored={() => setLink(undefined)} />
    </>
  );
}
