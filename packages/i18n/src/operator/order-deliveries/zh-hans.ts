import { translation } from '../../catalogue.ts';
import type { deliveries as english } from './en.ts';

export const deliveries = translation<typeof english>()({
  'deliveries.title': 'Webhook 发送',
  'deliveries.none': '未通知商户系统：当时没有已启用且接收此类事件的 Webhook 端点。',
  'deliveries.notKept': 'Webhook 发送记录仅保留 {days} 天，更早对商户系统的通知不再列出。',
  'deliveries.state.pending': '等待中',
  'deliveries.state.delivered': '已送达',
  'deliveries.state.failed': '失败',
  'deliveries.to': '发送至 {host}',
  'deliveries.attempts': '已尝试 {count} 次，最近一次 {time}',
  'deliveries.noAttempt': '尚未尝试',
  'deliveries.answered': 'HTTP {status}',
  'deliveries.unanswered': '无响应',
  'deliveries.nextAttempt': '下次尝试 {time}',
});
