import { business, passing } from '../outcome.ts';

/** Balances and transfers: codes 62xx. */
export const transfers = {
  insufficient_balance: business(6201, {
    en: 'Insufficient available balance',
    zh_Hans: '可用余额不足',
    zh_Hant: '可用餘額不足',
    vi: 'Số dư khả dụng không đủ',
  }),
  market_not_enabled: business(6202, {
    en: 'The user has not enabled this market. Please choose again.',
    zh_Hans: '用户未启用该市场，请重新选择',
    zh_Hant: '使用者未啟用該市場，請重新選擇',
    vi: 'Người dùng chưa kích hoạt thị trường này. Vui lòng chọn lại.',
  }),
  amount_below_minimum: business(6203, {
    en: 'The amount must be at least {minimum}.',
    zh_Hans: '金额不能低于 {minimum}',
    zh_Hant: '金額不能低於 {minimum}',
    vi: 'Số tiền phải từ {minimum} trở lên.',
  }),
  recipient_unknown: business(6204, {
    en: 'The recipient merchant does not exist.',
    zh_Hans: '收款商户不存在',
    zh_Hant: '收款商戶不存在',
    vi: 'Người bán nhận tiền không tồn tại.',
  }),
  recipient_is_self: business(6205, {
    en: 'You cannot transfer to yourself.',
    zh_Hans: '不能向自己转账',
    zh_Hant: '不能向自己轉帳',
    vi: 'Bạn không thể chuyển tiền cho chính mình.',
  }),
  recipient_suspended: business(6206, {
    en: 'The recipient merchant is suspended.',
    zh_Hans: '收款商户已被停用',
    zh_Hant: '收款商戶已被停用',
    vi: 'Người bán nhận tiền đã bị tạm khóa.',
  }),
  coin_unknown: business(6207, {
    en: 'Unknown coin',
    zh_Hans: '币种不存在',
    zh_Hant: '幣別不存在',
    vi: 'Loại tiền không tồn tại',
  }),
  market_unknown: business(6211, {
    en: 'Unknown market',
    zh_Hans: '市场不存在',
    zh_Hant: '市場不存在',
    vi: 'Thị trường không tồn tại',
  }),
  coin_off: passing(6210, {
    en: 'The coin {coin} is switched off: no new orders and no transfers. Open orders can still be paid.',
    zh_Hans: '币种 {coin} 已停用，暂不支持新订单和转账，未完成的订单仍可支付',
    zh_Hant: '幣別 {coin} 已停用，暫不支援新訂單和轉帳，未完成的訂單仍可支付',
    vi: 'Loại tiền {coin} đang tắt: không có đơn hàng mới và không chuyển tiền được. Đơn đang mở vẫn có thể thanh toán.',
  }),
  fee_exceeds_amount: business(6208, {
    en: 'The amount does not cover the fee.',
    zh_Hans: '金额不足以支付手续费',
    zh_Hant: '金額不足以支付手續費',
    vi: 'Số tiền không đủ trả phí.',
  }),
} as const;
