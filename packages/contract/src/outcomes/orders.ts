import { business, passing } from '../outcome.ts';

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
  coin_not_listed: passing(6308, {
    en: 'The merchant takes no new orders in {coin} at present. Open orders can still be paid.',
    zh_Hans: '商户目前不接受 {coin} 新订单，未完成的订单仍可支付',
    zh_Hant: '商戶目前不接受 {coin} 新訂單，未完成的訂單仍可支付',
    vi: 'Người bán hiện không nhận đơn hàng mới bằng {coin}. Đơn đang mở vẫn có thể thanh toán.',
  }),

  // What a merchant sets for its checkout.
  own_minimum_out_of_range: business(6309, {
    en: 'The minimum must be between {minimum} and {maximum}.',
    zh_Hans: '最低限额须在 {minimum} 与 {maximum} 之间',
    zh_Hant: '最低限額須在 {minimum} 與 {maximum} 之間',
    vi: 'Mức tối thiểu phải từ {minimum} đến {maximum}.',
  }),
  own_maximum_out_of_range: business(6310, {
    en: 'The maximum must be between {minimum} and {maximum}.',
    zh_Hans: '最高限额须在 {minimum} 与 {maximum} 之间',
    zh_Hant: '最高限額須在 {minimum} 與 {maximum} 之間',
    vi: 'Mức tối đa phải từ {minimum} đến {maximum}.',
  }),
  checkout_funds_missing: business(6311, {
    en: 'Leave wallet balance or reward funds on.',
    zh_Hans: '钱包余额与奖励金至少开启一项',
    zh_Hant: '錢包餘額與獎勵金至少開啟一項',
    vi: 'Hãy để bật số dư ví hoặc tiền thưởng.',
  }),
  checkout_entrance_missing: business(6312, {
    en: 'Leave scanning, the app or web login on.',
    zh_Hans: '扫码、App 与网页登录至少开启一项',
    zh_Hant: '掃碼、App 與網頁登入至少開啟一項',
    vi: 'Hãy để bật quét mã, ứng dụng hoặc đăng nhập trên web.',
  }),
  checkout_terms_changed: passing(6313, {
    en: 'These settings were changed meanwhile. Please look at them again.',
    zh_Hans: '设置已被更改，请重新查看',
    zh_Hant: '設定已被變更，請重新檢視',
    vi: 'Cài đặt này vừa được thay đổi. Vui lòng xem lại.',
  }),
} as const;
