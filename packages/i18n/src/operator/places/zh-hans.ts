import { translation } from '../../catalogue.ts';
import { orderKinds } from '../order-kinds/zh-hans.ts';
import type { places as english } from './en.ts';

export const places = translation<typeof english>()({
  'numbers.merchant': '商户',
  'numbers.user': '钱包用户',
  'keys.queue': '在审核与批准队列中',
  'keys.queueNext': '打开下一个',
  'keys.queueBefore': '打开上一个',
  'keys.approve': '通过已打开或已选择的项',
  'keys.reject': '拒绝已打开或已选择的项',
  'keys.show': '显示被遮盖的内容：证件、完整账号',
  ...orderKinds,
});
