import { business } from '../outcome.ts';

/** Payment links and standing codes: codes 742x. */
export const paymentLinks = {
  link_unknown: business(7420, {
    en: 'There is no such payment link.',
    zh_Hans: '收款链接不存在',
    zh_Hant: '收款連結不存在',
    vi: 'Liên kết thanh toán không tồn tại.',
  }),
  link_closed: business(7421, {
    en: 'The merchant has closed this payment link.',
    zh_Hans: '商户已关闭该收款链接',
    zh_Hant: '商戶已關閉該收款連結',
    vi: 'Người bán đã đóng liên kết thanh toán này.',
  }),
  link_expired: business(7422, {
    en: 'This payment link was valid until {time}.',
    zh_Hans: '该收款链接的有效期至 {time}，现已失效',
    zh_Hant: '該收款連結的有效期至 {time}，現已失效',
    vi: 'Liên kết thanh toán này chỉ có hiệu lực đến {time}.',
  }),
  link_paid: business(7423, {
    en: 'This payment link is already paid.',
    zh_Hans: '该收款链接已支付',
    zh_Hant: '該收款連結已支付',
    vi: 'Liên kết thanh toán này đã được thanh toán.',
  }),
  order_of_link: business(7424, {
    en: 'This payment stays open for others: only the merchant can cancel it. You may simply leave.',
    zh_Hans: '该收款链接对其他付款人仍然有效，仅商户可以关闭。您可以直接离开。',
    zh_Hant: '該收款連結對其他付款人仍然有效，僅商戶可以關閉。您可以直接離開。',
    vi: 'Liên kết này vẫn mở cho người khác; chỉ người bán mới hủy được. Bạn có thể rời trang.',
  }),
} as const;
