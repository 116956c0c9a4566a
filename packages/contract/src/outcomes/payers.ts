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
    en: 'This account is suspended. Please contact customer service.',
    zh_Hans: '账号已被停用，请联系客服',
    zh_Hant: '帳號已被停用，請聯絡客服',
    vi: 'Tài khoản này đã bị tạm khóa. Vui lòng liên hệ bộ phận chăm sóc khách hàng.',
  }),
  another_signed_in: passing(6408, {
    en: 'Another account has been signed in to in this browser meanwhile, so nothing was done. See whose account it is now before you go on.',
    zh_Hans: '此浏览器已登录另一账号，因此未执行任何操作。请先确认当前账号，再继续',
    zh_Hant: '此瀏覽器已登入另一帳號，因此未執行任何操作。請先確認目前帳號，再繼續',
    vi: 'Trình duyệt này đã đăng nhập tài khoản khác nên chưa có gì được thực hiện. Hãy xem hiện là tài khoản của ai trước khi tiếp tục.',
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
  payment_password_held: business(6423, {
    en: 'Your login password was set anew by a code a short while ago. To protect your money, the payment password can be changed again in {hours} {hours|hour|hours}.',
    zh_Hans: '您刚通过验证码重设了登录密码。为保护您的资金，支付密码须在 {hours} 小时后才能修改',
    zh_Hant: '您剛透過驗證碼重設了登入密碼。為保護您的資金，支付密碼須在 {hours} 小時後才能修改',
    vi: 'Mật khẩu đăng nhập của bạn vừa được đặt lại bằng mã. Để bảo vệ tiền của bạn, mật khẩu thanh toán chỉ có thể đổi sau {hours} giờ nữa.',
  }),
  registration_closed: business(6420, {
    en: 'New wallets cannot be opened here at present.',
    zh_Hans: '目前不开放注册',
    zh_Hant: '目前不開放註冊',
    vi: 'Hiện không nhận đăng ký ví mới.',
  }),
  address_registered: business(6421, {
    en: 'There is an account with this address already. Please log in.',
    zh_Hans: '该地址已注册，请登录',
    zh_Hant: '此地址已註冊，請登入',
    vi: 'Địa chỉ này đã có tài khoản. Vui lòng đăng nhập.',
  }),
  username_unfit: business(6424, {
    en: 'A username has {minimum} to {maximum} letters, digits, dots, hyphens or underscores, and begins with a letter.',
    zh_Hans: '用户名须为 {minimum} 至 {maximum} 位字母、数字、点、连字符或下划线，并以字母开头',
    zh_Hant: '使用者名稱須為 {minimum} 至 {maximum} 位字母、數字、點、連字號或底線，並以字母開頭',
    vi: 'Tên đăng nhập gồm {minimum} đến {maximum} chữ cái, chữ số, dấu chấm, gạch nối hoặc gạch dưới và bắt đầu bằng chữ cái.',
  }),
  referral_code_unknown: business(6426, {
    en: 'No agent has this referral code. Check it, or leave it out.',
    zh_Hans: '该推荐码无效，请核对或留空',
    zh_Hant: '此推薦碼無效，請核對或留空',
    vi: 'Không có đại lý nào dùng mã giới thiệu này. Vui lòng kiểm tra lại hoặc để trống.',
  }),
  username_taken: business(6425, {
    en: 'This username is taken. Please choose another.',
    zh_Hans: '该用户名已被使用，请换一个',
    zh_Hant: '此使用者名稱已被使用，請換一個',
    vi: 'Tên đăng nhập này đã có người dùng. Vui lòng chọn tên khác.',
  }),
  agreement_required: business(6422, {
    en: 'Please read and accept the agreements.',
    zh_Hans: '请阅读并同意相关协议',
    zh_Hant: '請閱讀並同意相關協議',
    vi: 'Vui lòng đọc và đồng ý với các thỏa thuận.',
  }),
} as const;
