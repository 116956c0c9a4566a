import { business, passing } from '../outcome.ts';

/** Refunds of paid orders: codes 741x and 745x. */
export const refunds = {
  order_not_paid: business(7410, {
    en: 'The order is not paid.',
    zh_Hans: '订单尚未支付',
    zh_Hant: '訂單尚未支付',
    vi: 'Đơn hàng chưa được thanh toán.',
  }),
  refund_above_rest: business(7411, {
    en: 'At most {rest} of this order can still be refunded.',
    zh_Hans: '该订单最多还可退款 {rest}',
    zh_Hant: '該訂單最多還可退款 {rest}',
    vi: 'Đơn hàng này chỉ còn có thể hoàn tối đa {rest}.',
  }),
  merchant_refund_duplicate: business(7412, {
    en: 'This merchant refund number already exists.',
    zh_Hans: '商户退款单号已存在',
    zh_Hant: '商戶退款單號已存在',
    vi: 'Mã hoàn tiền của người bán đã tồn tại.',
  }),
  refund_unknown: business(7413, {
    en: 'The refund does not exist.',
    zh_Hans: '退款单不存在',
    zh_Hant: '退款單不存在',
    vi: 'Khoản hoàn tiền không tồn tại.',
  }),
  refund_fee_short: passing(7450, {
    en: 'The fee cannot be given back at present. Please contact support.',
    zh_Hans: '暂时无法退还手续费，请联系客服',
    zh_Hant: '暫時無法退還手續費，請聯絡客服',
    vi: 'Hiện chưa thể hoàn phí. Vui lòng liên hệ hỗ trợ.',
  }),
} as const;
