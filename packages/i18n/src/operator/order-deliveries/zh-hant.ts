import { translation } from '../../catalogue.ts';
import type { deliveries as english } from './en.ts';

export const deliveries = translation<typeof english>()({
  'deliveries.title': 'Webhook 傳送',
  'deliveries.none': '未通知商戶系統：當時沒有已啟用且接收此類事件的 Webhook 端點。',
  'deliveries.notKept': 'Webhook 傳送紀錄僅保留 {days} 天，更早對商戶系統的通知不再列出。',
  'deliveries.state.pending': '等待中',
  'deliveries.state.delivered': '已送達',
  'deliveries.state.failed': '失敗',
  'deliveries.to': '傳送至 {host}',
  'deliveries.attempts': '已嘗試 {count} 次，最近一次 {time}',
  'deliveries.noAttempt': '尚未嘗試',
  'deliveries.answered': 'HTTP {status}',
  'deliveries.unanswered': '無回應',
  'deliveries.nextAttempt': '下次嘗試 {time}',
});
