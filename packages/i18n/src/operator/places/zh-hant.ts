import { translation } from '../../catalogue.ts';
import type { places as english } from './en.ts';

export const places = translation<typeof english>()({
  'numbers.merchant': '商戶',
  'numbers.user': '錢包使用者',
  'numbers.order': '訂單',
  'numbers.transfer': '轉帳',
  'numbers.review': '審核中的訂單',
  'keys.queue': '在審核與核准佇列中',
  'keys.queueNext': '開啟下一筆',
  'keys.queueBefore': '開啟上一筆',
  'keys.approve': '核准已開啟或已選取的項目',
  'keys.reject': '拒絕已開啟或已選取的項目',
});
