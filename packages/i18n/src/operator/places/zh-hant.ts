import { translation } from '../../catalogue.ts';
import { orderKinds } from '../order-kinds/zh-hant.ts';
import type { places as english } from './en.ts';

export const places = translation<typeof english>()({
  'numbers.merchant': '商戶',
  'numbers.user': '錢包使用者',
  'keys.queue': '在審核與核准佇列中',
  'keys.queueNext': '開啟下一筆',
  'keys.queueBefore': '開啟上一筆',
  'keys.approve': '核准已開啟或已選取的項目',
  'keys.reject': '拒絕已開啟或已選取的項目',
  'keys.show': '顯示被遮蓋的內容：證件、完整帳號',
  ...orderKinds,
});
