import { business, passing } from '../outcome.ts';

/** The payer and the payment password: codes 64xx. */
export const payers = {
  payment_password_wrong: passing(6401, {
    en: 'Wrong payment password. {left} {left|attempt|attempts} left.',
    zh_Hans: '支付密码错误，还可尝试 {left} 次',
    zh_Hant: '支付密碼錯誤，還可嘗試 {left} 次',
    vi: 'Sai mật khẩu thanh toán. Còn {left} lần thử.',
  }),
  payment_password_locked: passing(6402, {
    en: 'The payment password is locked. Try again in {minutes} {minutes|minute|minutes}.',
    zh_Hans: '支付密码已锁定，请在 {minutes} 分钟后再试',
    zh_Hant: '支付密碼已鎖定，請在 {minutes} 分鐘後再試',
    vi: 'Mật khẩu thanh toán đã bị khóa. Thử lại sau {minutes} phút.',
  }),
  payment_password_not_set: business(6403, {
    en: 'Please set a payment password first.',
    zh_Hans: '请先设置支付密码',
    zh_Hant: '請先設定支付密碼',
    vi: 'Vui lòng đặt mật khẩu thanh toán trước.',
  }),
  payment_grant_refused: passing(6404, {
    en: 'The payment authorisation has lapsed. Please enter your payment password again.',
    zh_Hans: '支付授权已失效，请重新输入支付密码',
    zh_Hant: '支付授權已失效，請重新輸入支付密碼',
    vi: 'Ủy quyền thanh toán đã hết hạn. Vui lòng nhập lại mật khẩu thanh toán.',
  }),
  payer_suspended: business(6405, {
    en: 'This account is suspended.',
    zh_Hans: '账号已被停用',
    zh_Hant: '帳號已被停用',
    vi: 'Tài khoản này đã bị tạm khóa.',
  }),
  passwords_differ: business(6406, {
    en: 'Passwords do not match',
    zh_Hans: '两次输入的密码不一致',
    zh_Hant: '兩次輸入的密碼不一致',
    vi: 'Mật khẩu không khớp',
  }),
  payment_password_weak: business(6407, {
    en: 'This payment password is too easy to guess.',
    zh_Hans: '支付密码过于简单',
    zh_Hant: '支付密碼過於簡單',
    vi: 'Mật khẩu thanh toán này quá dễ đoán.',
  }),
} as const;
