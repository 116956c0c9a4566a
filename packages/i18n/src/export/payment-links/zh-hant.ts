import { translation } from '../../catalogue.ts';
import type { linkFileTexts as english } from './en.ts';

export const linkFileTexts = translation<typeof english>()({
  paymentLinks: '收款連結',
  description: '付款說明',
  link_uses: '付款次數',
  'link_uses.one': '一次',
  'link_uses.many': '多次',
  link_status: '狀態',
  'link_status.open': '有效',
  'link_status.paid': '已支付',
  'link_status.closed': '已關閉',
  'link_status.expired': '已失效',
  payment_count: '已付次數',
  payment_sum: '收款總額',
  payment_url: '網址',
  valid_until: '有效期至（UTC）',
});
