import { translation } from '../../catalogue.ts';
import type { news as english } from './en.ts';

export const news = translation<typeof english>()({
  'news.title': '最新動態',
  'news.none': '尚無動態',
  'news.new': '新',
  'news.payments': '自您上次檢視以來，有 {count} 筆訂單已支付',
  'news.first_payment': '您的首筆訂單已支付：{amount}',
  'news.transfer_received': '收到轉帳：{amount}',
  'news.webhook_waiting': '您的系統有 {count} 個事件未能接收，仍在繼續傳送',
  'news.webhook_failed': '{count} 個事件未能傳送到您的系統',
  'news.access_key_made': '已建立存取金鑰',
});
