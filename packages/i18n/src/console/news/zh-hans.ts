import { translation } from '../../catalogue.ts';
import type { news as english } from './en.ts';

export const news = translation<typeof english>()({
  'news.title': '新动态',
  'news.none': '暂无动态',
  'news.new': '新',
  'news.payments': '自您上次查看以来，有 {count} 笔订单已支付',
  'news.first_payment': '您的首笔订单已支付：{amount}',
  'news.transfer_received': '收到转账：{amount}',
  'news.webhook_waiting': '您的系统有 {count} 个事件未能接收，仍在继续发送',
  'news.webhook_failed': '{count} 个事件未能发送到您的系统',
  'news.access_key_made': '已创建访问密钥',
});
