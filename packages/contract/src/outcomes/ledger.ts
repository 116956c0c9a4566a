import { business, passing } from '../outcome.ts';

/** The ledger, as staff work with it: codes 75xx. */
export const ledger = {
  provider_balance_short: passing(7501, {
    en: "The provider's account holds too little for this.",
    zh_Hans: '平台账户余额不足',
    zh_Hant: '平台帳戶餘額不足',
    vi: 'Tài khoản của nhà cung cấp không đủ số dư.',
  }),
  balance_too_large: business(7502, {
    en: 'The balance would be larger than an account can hold.',
    zh_Hans: '余额将超出账户上限',
    zh_Hant: '餘額將超出帳戶上限',
    vi: 'Số dư sẽ vượt quá mức tài khoản có thể chứa.',
  }),
  ledger_work_under_way: passing(7503, {
    en: 'This is under way already. Please wait for its result.',
    zh_Hans: '任务正在进行，请等待结果',
    zh_Hant: '任務正在進行，請等待結果',
    vi: 'Việc này đang được thực hiện. Vui lòng chờ kết quả.',
  }),
  attestation_in_future: business(7504, {
    en: 'The day of the statement has not come yet.',
    zh_Hans: '证明日期不能晚于当前时间',
    zh_Hant: '證明日期不能晚於目前時間',
    vi: 'Ngày của xác nhận chưa đến.',
  }),
} as const;
