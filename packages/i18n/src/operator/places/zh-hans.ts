import { translation } from '../../catalogue.ts';
import type { places as english } from './en.ts';

export const places = translation<typeof english>()({
  'numbers.merchant': '商户',
  'numbers.user': '钱包用户',
  'numbers.order': '订单',
  'numbers.transfer': '转账',
  'numbers.review': '待审核的订单',
  'keys.queue': '在审核与批准队列中',
  'keys.queueNext': '打开下一个',
  'keys.queueBefore': '打开上一个',
  'keys.approve': '通过已打开或已选择的项',
  'keys.reject': '拒绝已打开或已选择的项',
});
