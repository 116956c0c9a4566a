import { business, passing } from '../outcome.ts';

/** Bank accounts, fiat withdrawals and bank files: codes 79xx. */
export const bankPayouts = {
  payment_method_unknown: business(7901, {
    en: 'This bank account is not linked.',
    zh_Hans: '该银行账户未绑定',
    zh_Hant: '該銀行帳戶未綁定',
    vi: 'Tài khoản ngân hàng này chưa được liên kết.',
  }),
  account_number_invalid: business(7902, {
    en: 'Check the account number: an IBAN with its check digits, or 4 to 34 digits.',
    zh_Hans: '请检查银行账号：应为校验位正确的 IBAN，或 4 至 34 位数字',
    zh_Hant: '請檢查銀行帳號：應為檢查碼正確的 IBAN，或 4 至 34 位數字',
    vi: 'Hãy kiểm tra số tài khoản: IBAN có mã kiểm tra đúng hoặc từ 4 đến 34 chữ số.',
  }),
  bank_code_invalid: business(7903, {
    en: 'Enter a BIC or bank code. Only an IBAN can do without.',
    zh_Hans: '请填写 BIC 或银行代码，仅 IBAN 可不填',
    zh_Hant: '請填寫 BIC 或銀行代碼，僅 IBAN 可不填',
    vi: 'Hãy nhập BIC hoặc mã ngân hàng. Chỉ IBAN mới có thể bỏ trống.',
  }),
  payment_method_known: business(7904, {
    en: 'This account number is linked already.',
    zh_Hans: '该银行账号已绑定',
    zh_Hant: '該銀行帳號已綁定',
    vi: 'Số tài khoản này đã được liên kết.',
  }),
  payment_method_limit: business(7905, {
    en: 'At most {limit} bank accounts can be linked.',
    zh_Hans: '最多可绑定 {limit} 个银行账户',
    zh_Hant: '最多可綁定 {limit} 個銀行帳戶',
    vi: 'Có thể liên kết tối đa {limit} tài khoản ngân hàng.',
  }),
  payment_method_changed: passing(7906, {
    en: 'The bank account has changed meanwhile. Look at it again.',
    zh_Hans: '该银行账户已变更，请重新查看',
    zh_Hant: '該銀行帳戶已變更，請重新檢視',
    vi: 'Tài khoản ngân hàng đã thay đổi. Hãy xem lại.',
  }),
  payment_method_decided: business(7907, {
    en: 'This has been decided already.',
    zh_Hans: '已审核，请勿重复操作',
    zh_Hant: '已審核，請勿重複操作',
    vi: 'Việc này đã được quyết định.',
  }),
  payment_method_unverified: business(7908, {
    en: 'Money can be withdrawn to verified bank accounts only.',
    zh_Hans: '仅可提现至已验证的银行账户',
    zh_Hant: '僅可提領至已驗證的銀行帳戶',
    vi: 'Chỉ có thể rút tiền về tài khoản ngân hàng đã xác minh.',
  }),
  payment_method_off: business(7909, {
    en: 'This bank account is switched off.',
    zh_Hans: '该银行账户已停用',
    zh_Hant: '該銀行帳戶已停用',
    vi: 'Tài khoản ngân hàng này đang tắt.',
  }),
  payout_currency_differs: business(7910, {
    en: '{coin} is not paid out in {market}.',
    zh_Hans: '{coin} 不支持以 {market} 提现',
    zh_Hant: '{coin} 不支援以 {market} 提領',
    vi: '{coin} không được chi trả bằng {market}.',
  }),
  payout_account_missing: business(7911, {
    en: 'Set the account that {market} is paid out from first.',
    zh_Hans: '请先设置 {market} 的付款账户',
    zh_Hant: '請先設定 {market} 的付款帳戶',
    vi: 'Trước tiên hãy thiết lập tài khoản chi trả cho {market}.',
  }),
  bank_file_empty: passing(7912, {
    en: 'No approved withdrawal in {market} waits for a bank file.',
    zh_Hans: '没有待生成银行文件的 {market} 提现',
    zh_Hant: '沒有待產生銀行檔案的 {market} 提領',
    vi: 'Không có yêu cầu rút {market} đã duyệt nào chờ tệp ngân hàng.',
  }),
  bank_file_unknown: business(7913, {
    en: 'There is no such bank file.',
    zh_Hans: '银行文件不存在',
    zh_Hant: '銀行檔案不存在',
    vi: 'Không có tệp ngân hàng này.',
  }),
  bank_file_paid: business(7914, {
    en: 'This bank file has been marked as paid already.',
    zh_Hans: '该银行文件已标记为已付款',
    zh_Hant: '該銀行檔案已標記為已付款',
    vi: 'Tệp ngân hàng này đã được đánh dấu đã chi trả.',
  }),
  bank_file_order_unknown: business(7915, {
    en: 'This withdrawal is not in the bank file.',
    zh_Hans: '该提现不在此银行文件中',
    zh_Hant: '該提領不在此銀行檔案中',
    vi: 'Yêu cầu rút tiền này không có trong tệp ngân hàng.',
  }),
  bank_file_order_ended: business(7916, {
    en: 'This withdrawal was returned already.',
    zh_Hans: '该提现已退至余额',
    zh_Hant: '該提領已退至餘額',
    vi: 'Yêu cầu rút tiền này đã được trả về số dư.',
  }),
  bank_file_order_not_paid: business(7917, {
    en: 'Only what was paid can be returned. Mark it as failed instead.',
    zh_Hans: '仅已付款的提现可标记为已退至余额，请标记为失败',
    zh_Hant: '僅已付款的提領可標記為已退至餘額，請標記為失敗',
    vi: 'Chỉ khoản đã chi trả mới có thể trả về số dư. Hãy đánh dấu là thất bại.',
  }),
  bank_file_order_is_paid: business(7918, {
    en: 'This withdrawal has been paid out. Mark it as returned instead.',
    zh_Hans: '该提现已付款，请标记为已退至余额',
    zh_Hant: '該提領已付款，請標記為已退至餘額',
    vi: 'Yêu cầu rút tiền này đã được chi trả. Hãy đánh dấu là đã trả về số dư.',
  }),
  execution_date_past: business(7919, {
    en: 'The execution date is in the past.',
    zh_Hans: '执行日期已过',
    zh_Hant: '執行日期已過',
    vi: 'Ngày thực hiện đã qua.',
  }),
  not_waiting_for_file: business(7920, {
    en: 'Only an approved withdrawal that is in no bank file yet can be called off. What is in a file, the bank has to stop.',
    zh_Hans: '仅可取消已通过且尚未列入银行文件的提现，已列入文件的须由银行停止付款',
    zh_Hant: '僅可取消已通過且尚未列入銀行檔案的提領，已列入檔案的須由銀行停止付款',
    vi: 'Chỉ có thể hủy yêu cầu rút đã duyệt chưa nằm trong tệp ngân hàng. Khoản đã nằm trong tệp phải do ngân hàng dừng.',
  }),
} as const;
