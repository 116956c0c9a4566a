import { business } from '../outcome.ts';

/** Payment orders: codes 63xx. */
export const orders = {
  order_unknown: business(6301, {
    en: 'The order does not exist.',
    zh_Hans: '订单不存在',
    zh_Hant: '訂單不存在',
    vi: 'Đơn hàng không tồn tại.',
  }),
  order_already_paid: business(6302, {
    en: 'The order is already paid.',
    zh_Hans: '订单已支付',
    zh_Hant: '訂單已支付',
    vi: 'Đơn hàng đã được thanh toán.',
  }),
  order_expired: business(6303, {
    en: 'The latest payment time for your order was {time}. It has now expired, and the transaction is closed.',
    zh_Hans: '您的订单最晚付款时间为 {time}，现已超时，交易关闭。',
    zh_Hant: '您的訂單最晚付款時間為 {time}，現已逾時，交易關閉。',
    vi: 'Thời hạn thanh toán của đơn hàng là {time}. Đơn đã hết hạn và giao dịch đã đóng.',
  }),
  order_cancelled: business(6304, {
    en: 'The order is cancelled.',
    zh_Hans: '订单已取消',
    zh_Hant: '訂單已取消',
    vi: 'Đơn hàng đã bị hủy.',
  }),
  merchant_order_duplicate: business(6305, {
    en: 'This merchant order number already exists.',
    zh_Hans: '商户订单号已存在',
    zh_Hant: '商戶訂單編號已存在',
    vi: 'Mã đơn hàng của người bán đã tồn tại.',
  }),
  order_amount_out_of_range: business(6306, {
    en: 'The order amount must be between {minimum} and {maximum}.',
    zh_Hans: '订单金额须在 {minimum} 与 {maximum} 之间',
    zh_Hant: '訂單金額須在 {minimum} 與 {maximum} 之間',
    vi: 'Số tiền đơn hàng phải từ {minimum} đến {maximum}.',
  }),
  merchant_suspended: business(6307, {
    en: 'The merchant is suspended and cannot be paid.',
    zh_Hans: '商户已被停用，无法收款',
    zh_Hant: '商戶已被停用，無法收款',
    vi: 'Người bán đã bị tạm khóa, không thể nhận thanh toán.',
  }),
} as const;
