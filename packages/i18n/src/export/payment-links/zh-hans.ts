import { translation } from '../../catalogue.ts';
import type { linkFileTexts as english } from './en.ts';

export const linkFileTexts = translation<typeof english>()({
  paymentLinks: '收款链接',
  description: '付款说明',
  link_uses: '付款次数',
  'link_uses.one': '一次',
  'link_uses.many': '多次',
  link_status: '状态',
  'link_status.open': '有效',
  'link_status.paid': '已支付',
  'link_status.closed': '已关闭',
  'link_status.expired': '已失效',
  payment_count: '已付次数',
  payment_sum: '收款总额',
  payment_url: '地址',
  valid_until: '有效期至（UTC）',
});
