import { SwapOutlined } from '@ant-design/icons';
import { transferQuery } from '@purser/contract/features/transfer';
import { DataTable } from '@purser/ui/data-table';
import { PageHead } from '@purser/ui/page-head';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useT } from '../../shared/i18n.tsx';
import { useListState } from '../../shared/list-state.ts';
import { PATHS } from '../../shared/paths.ts';
import { useSearchParam } from '../../shared/search-param.ts';
import { transfers } from './api.ts';
import { transferColumns } from './columns.tsx';
import { TransferFilters } from './filters.tsx';
import { TransferDrawer } from './transfer-drawer.tsx';

/** In the address: the coin to send, or `1` for none in particular, while the form is open. */
const SEND = 'send';

export default function TransferPage() {
  const t = useT();
  const list = useListState(transferQuery);
  const query = useQuery(transfers(list.input));
  const columns = useMemo(() => transferColumns(t), [t]);
  const [send, setSend] = useSearchParam(SEND);
  const newTransfer = (
    <Button type="primary" icon={<SwapOutlined />} onClick={() => setSend('1')}>
      {t('transfer.new')}
    </Button>
  );

  return (
    <>
      <PageHead
        title={t('menu.transfer')}
        hint={t('transfer.hint')}
        actions={
          <>
            <Receive />
            {newTransfer}
          </>
        }
      />
      <TransferFilters list={list} />
      <DataTable
        id="transfer"
        label={t('transfer.table')}
        columns={columns}
        rowKey={(row) => `${row.serial_number} ${row.transfer_type}`}
        query={query}
        position={list.position}
        empty={{ title: t('transfer.emptyTitle'), hint: t('transfer.emptyHint'), action: newTransfer }}
      />
      <TransferDrawer coin={send} onClose={() => setSend(undefined)} />
    </>
  );
}

/** One receives at an address, which the assets page shows. */
function Receive() {
  const t = useT();
  const navigate = useNavigate();
  return <Button onClick={() => void navigate({ to: PATHS.assets, search: { receive: '1' } } as never)}>{t('transfer.receive')}</Button>;
}
