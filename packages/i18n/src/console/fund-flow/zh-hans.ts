import { translation } from '../../catalogue.ts';
import type { fundFlow as english } from './en.ts';

export const fundFlow = translation<typeof english>()({
  'fundFlow.hint': '账本记录的每一笔余额变动',
  'fundFlow.chargedToRecipient': '由收款方承担',
  'fundFlow.availableBefore': '变动前可用',
  'fundFlow.frozenBefore': '变动前冻结',
  'fundFlow.frozenAfter': '变动后冻结',
  'fundFlow.pendingBefore': '变动前待确认',
  'fundFlow.pendingAfter': '变动后待确认',
  'fundFlow.statements': '对账单',
  'fundFlow.stats': '按当前筛选汇总',
  'fundFlow.in': '收入',
  'fundFlow.out': '支出',
  'fundFlow.count': '笔数',
  'fundFlow.detailTitle': '资金流水详情',
  'fundFlow.emptyTitle': '暂无资金流水',
  'fundFlow.emptyHint': '首笔支付或转账完成后，流水会显示在这里。',
  'fundFlow.statsNone': '没有可汇总的数据',
});
