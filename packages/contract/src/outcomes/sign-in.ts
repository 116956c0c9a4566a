import { business, passing } from '../outcome.ts';

/** Signing in and its proofs: codes 60xx, and what a merchant changes of them: 748x. */
export const signIn = {
  wrong_credentials: passing(6001, {
    en: 'Wrong username or password',
    zh_Hans: '用户名或密码错误',
    zh_Hant: '使用者名稱或密碼錯誤',
    vi: 'Sai tên đăng nhập hoặc mật khẩu',
  }),
  wrong_google_code: passing(6002, {
    en: 'Wrong Google verification code',
    zh_Hans: '谷歌验证码错误',
    zh_Hant: 'Google 驗證碼錯誤',
    vi: 'Mã xác minh Google không đúng',
  }),
  google_code_used: passing(6003, {
    en: 'This Google verification code was already used. Please wait for the next one.',
    zh_Hans: '该谷歌验证码已使用，请等待下一个',
    zh_Hant: '該 Google 驗證碼已使用，請等待下一個',
    vi: 'Mã xác minh Google này đã được dùng. Vui lòng chờ mã tiếp theo.',
  }),
  authenticator_already_bound: business(6004, {
    en: 'An authenticator is already set up.',
    zh_Hans: '已绑定谷歌验证器',
    zh_Hant: '已綁定 Google 驗證器',
    vi: 'Trình xác thực đã được thiết lập.',
  }),
  password_message_refused: passing(6005, {
    en: 'The encrypted password was invalid or already used. Please try again.',
    zh_Hans: '密码加密信息无效或已使用，请重试',
    zh_Hant: '密碼加密資訊無效或已使用，請重試',
    vi: 'Mật khẩu mã hóa không hợp lệ hoặc đã được dùng. Vui lòng thử lại.',
  }),
  slider_required: passing(6006, {
    en: 'Please complete the slider first',
    zh_Hans: '请先完成滑块验证',
    zh_Hant: '請先完成滑桿驗證',
    vi: 'Vui lòng hoàn thành thanh trượt trước',
  }),
  slider_failed: passing(6007, {
    en: 'Verification failed. Please try again.',
    zh_Hans: '验证失败，请重试',
    zh_Hant: '驗證失敗，請重試',
    vi: 'Xác minh thất bại. Vui lòng thử lại.',
  }),
  slider_too_early: passing(7570, {
    en: 'Too early. Please wait {seconds} seconds on this page, then send the form.',
    zh_Hans: '还太早。请在此页面等待 {seconds} 秒后再提交。',
    zh_Hant: '還太早。請在此頁面等待 {seconds} 秒後再提交。',
    vi: 'Còn quá sớm. Vui lòng chờ {seconds} giây trên trang này rồi gửi biểu mẫu.',
  }),
  recovery_code_wrong: passing(7480, {
    en: 'This recovery code is wrong or was already used.',
    zh_Hans: '恢复码错误或已使用',
    zh_Hant: '復原碼錯誤或已使用',
    vi: 'Mã khôi phục này không đúng hoặc đã được dùng.',
  }),
  password_unchanged: business(7481, {
    en: 'This is your present password. Please choose another one.',
    zh_Hans: '新密码与当前密码相同，请更换',
    zh_Hant: '新密碼與目前密碼相同，請更換',
    vi: 'Đây là mật khẩu hiện tại của bạn. Vui lòng chọn mật khẩu khác.',
  }),
} as const;
