import { translation } from '../../catalogue.ts';
import type { linkFileTexts as english } from './en.ts';

export const linkFileTexts = translation<typeof english>()({
  paymentLinks: 'Liên kết thanh toán',
  description: 'Nội dung cho người thanh toán',
  link_uses: 'Số lần thanh toán',
  'link_uses.one': 'Một lần',
  'link_uses.many': 'Nhiều lần',
  link_status: 'Trạng thái',
  'link_status.open': 'Đang mở',
  'link_status.paid': 'Đã thanh toán',
  'link_status.closed': 'Đã đóng',
  'link_status.expired': 'Hết hiệu lực',
  payment_count: 'Đã thanh toán',
  payment_sum: 'Tổng đã nhận',
  payment_url: 'Địa chỉ',
  valid_until: 'Có hiệu lực đến (UTC)',
});
