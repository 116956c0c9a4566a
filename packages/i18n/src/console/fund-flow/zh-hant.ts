import { translation } from '../../catalogue.ts';
import type { fundFlow as english } from './en.ts';

export const fundFlow = translation<typeof english>()({
  'fundFlow.hint': '帳本所載的每一筆餘額變動',
  'fundFlow.chargedToRecipient': '由收款方負擔',
  'fundFlow.availableBefore': '變動前可用',
  'fundFlow.frozenBefore': '變動前凍結',
  'fundFlow.frozenAfter': '變動後凍結',
  'fundFlow.pendingBefore': '變動前待確認',
  'fundFlow.pendingAfter': '變動後待確認',
  'fundFlow.statements': '對帳單',
  'fundFlow.stats': '依目前篩選彙總',
  'fundFlow.in': '收入',
  'fundFlow.out': '支出',
  'fundFlow.count': '筆數',
  'fundFlow.detailTitle': '資金明細詳情',
  'fundFlow.emptyTitle': '尚無資金明細',
  'fundFlow.emptyHint': '首筆支付或轉帳完成後，明細會顯示在這裡。',
  'fundFlow.statsNone': '沒有可彙總的資料',
});
