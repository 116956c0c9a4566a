import { lazyPart } from '@purser/ui/lazy-part';
import { loginLogExport, loginLogList } from '@purser/contract/features/login-record';
import { listsOf } from '../../shared/lists.tsx';
import type { OwnTexts } from './texts.ts';
import { OUTCOME_TONES } from './tones.ts';

const LoginDetails = lazyPart(async () => ({ default: (await import('./login-details.tsx')).LoginDetails }));

/** Who logged in to the merchant's account, and who tried. */
export default listsOf<OwnTexts>().listPage(loginLogList, {
  id: 'login-record',
  title: 'menu.loginRecords',
  hint: 'loginRecord.hint',
  label: 'loginRecord.table',
  topics: ['login_records'],
  rowKey: (row) => row.record_id,
  columns: (c, t) => [
    c.own('ip', 'loginRecord.ip', (row) => row.ip ?? t('loginRecord.manyAddresses'), { copy: (row) => row.ip, always: true }),
    c.choice('outcome', 'loginRecord.outcome', (value) => t(`loginRecord.outcome.${value}`), { tones: OUTCOME_TONES, always: true }),
    c.time('create_time', 'loginRecord.time', { always: true }),
    c.text('device', 'loginRecord.device'),
    c.choice('way', 'loginRecord.way', (value) => t(`loginRecord.way.${value}`)),
    c.own('attempts', 'loginRecord.attempts', (row) => row.attempts, { align: 'end' }),
    c.time('last_time', 'loginRecord.lastTime', { optional: true }),
    c.text('user_agent', 'loginRecord.userAgent', { optional: true }),
  ],
  search: { ip: 'loginRecord.ip' },
  filters: (f, t) => [f.choice('outcome', 'loginRecord.outcome', (value) => t(`loginRecord.outcome.${value}`))],
  details: { title: 'loginRecord.detailTitle', find: (record_id) => ({ record_id }), Body: LoginDetails },
  empty: { title: 'loginRecord.emptyTitle', hint: 'loginRecord.emptyHint' },
  exports: loginLogExport,
});
