import { business } from '../outcome.ts';

/** Statements and receipts: codes 82xx. */
export const documents = {
  statement_unknown: business(8201, {
    en: 'There is no statement of this month in this coin.',
    zh_Hans: '该币种在该月份没有对账单',
    zh_Hant: '該幣別在該月份沒有對帳單',
    vi: 'Không có sao kê của tháng này cho loại tiền này.',
  }),
  record_unknown: business(8202, {
    en: 'There is no record with this serial number.',
    zh_Hans: '没有该流水号的记录',
    zh_Hant: '沒有該流水號的紀錄',
    vi: 'Không có giao dịch nào mang mã này.',
  }),
  receipt_without_effect: business(8203, {
    en: 'There is a receipt only of what has taken effect.',
    zh_Hans: '只有已生效的交易才有收据',
    zh_Hant: '只有已生效的交易才有收據',
    vi: 'Chỉ giao dịch đã có hiệu lực mới có biên nhận.',
  }),
  receipt_mail_missing: business(8204, {
    en: 'Your account has no verified mail address to send the receipt to.',
    zh_Hans: '您的账户没有已验证的邮箱，无法发送收据',
    zh_Hant: '您的帳戶沒有已驗證的信箱，無法寄送收據',
    vi: 'Tài khoản của bạn chưa có email đã xác minh để gửi biên nhận.',
  }),
} as const;
