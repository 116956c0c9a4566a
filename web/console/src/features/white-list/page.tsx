import { lazyPart } from '@purser/ui/lazy-part';
import { PlusOutlined } from '@ant-design/icons';
import { useSearchParam } from '@purser/console-kit/search-param';
import { loginIpWhiteExport, loginIpWhiteList } from '@purser/contract/features/white-list';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { listsOf } from '../../shared/lists.tsx';
import { AddEntry } from './add-entry.tsx';
import { present } from './api.ts';
import { useT, type OwnTexts } from './texts.ts';
import styles from './white-list.module.css';
import { May, MayForm } from '../../shared/may.tsx';

/** In the address: `1` while the form for a new entry is open. */
const ADD = 'add';

const EntryDetails = lazyPart(async () => ({ default: (await import('./entry-details.tsx')).EntryDetails }));

/** The addresses from which the console may be used. */
export default listsOf<OwnTexts>().listPage(loginIpWhiteList, {
  id: 'white-list',
  title: 'menu.whiteList',
  hint: 'whiteList.hint',
  label: 'whiteList.table',
  topics: ['white_list'],
  rowKey: (row) => row.entry_id,
  columns: (c) => [
    c.copy('ip', 'whiteList.ip', { always: true }),
    c.text('remark', 'whiteList.remark', { always: true, phone: 'note' }),
    c.time('create_time', 'field.createTime'),
  ],
  search: { ip: 'whiteList.ip' },
  filters: () => [],
  details: { title: 'whiteList.detailTitle', find: (entry_id) => ({ entry_id }), Body: EntryDetails },
  empty: { title: 'whiteList.emptyTitle', hint: 'whiteList.emptyHint', Action: Add },
  exports: loginIpWhiteExport,
  Sums: Present,
  Actions: Add,
  Extra: Adding,
});

/** Where the merchant is, and what the list means now. */
function Present() {
  const t = useT();
  const { data } = useQuery(present);
  if (!data) return null;
  const { login_ip: ip, entries } = data;
  return <p className={styles.where}>{t(entries === 0 ? 'whiteList.presentAny' : 'whiteList.presentListed', { ip })}</p>;
}

function Add() {
  const t = useT();
  const [, setAdd] = useSearchParam(ADD);
  return (
    <May permission="access.change">
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdd('1')}>
        {t('whiteList.add')}
      </Button>
    </May>
  );
}

function Adding() {
  const [add, setAdd] = useSearchParam(ADD);
  return (
    <MayForm permission="access.change">
      <AddEntry open={add !== undefined} onClose={() => setAdd(undefined)} />
    </MayForm>
  );
}
