import type { Language } from './language.ts';
import { business, passing, transport, type Outcome } from './outcome.ts';
import { fillText, type Placeholders } from './text.ts';

/**
 * The catalogue of every outcome a call can have. A code is a promise to integrators: it never changes its
 * meaning and is never used again for something else. Texts may hold placeholders such as {minimum} (text.ts); the
 * server fills them and answers in the request's language.
 */
export const OUTCOMES = {
  // Success.
  ok: business(200, '成功', '成功', 'Success', 'Thành công'),
  step_required: business(
    6032,
    '已完成，还需进行下一步',
    '已完成，還需進行下一步',
    'Done. A further step is required.',
    'Đã xong. Cần thực hiện thêm một bước.',
  ),
  already_done: business(
    42110,
    '该操作此前已完成',
    '該操作此前已完成',
    'This was already done.',
    'Thao tác này đã được thực hiện trước đó.',
  ),
  advice: business(6016, '{text}', '{text}', '{text}', '{text}'),

  // What HTTP itself has a meaning for.
  invalid_input: transport(
    400,
    400,
    '请检查填写内容：{field}',
    '請檢查填寫內容：{field}',
    'Please check the input: {field}',
    'Vui lòng kiểm tra thông tin: {field}',
  ),
  unauthenticated: transport(
    401,
    401,
    '登录已失效，请重新登录',
    '登入已失效，請重新登入',
    'Your session has ended. Please log in again.',
    'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
  ),
  forbidden: transport(
    403,
    403,
    '没有权限执行此操作',
    '沒有權限執行此操作',
    'You are not allowed to do this.',
    'Bạn không có quyền thực hiện thao tác này.',
  ),
  not_found: transport(404, 404, '未找到该内容', '找不到該內容', 'Not found', 'Không tìm thấy'),
  host_unknown: transport(421, 421, '域名不正确', '網域名稱不正確', 'Unknown host name.', 'Tên miền không đúng.'),
  body_too_large: transport(413, 413, '请求内容过大', '請求內容過大', 'The request is too large.', 'Yêu cầu quá lớn.'),
  too_many_requests: transport(
    429,
    429,
    '操作过于频繁，请在 {seconds} 秒后再试',
    '操作過於頻繁，請在 {seconds} 秒後再試',
    'Too many attempts. Please try again in {seconds} {seconds|second|seconds}.',
    'Quá nhiều lần thử. Vui lòng thử lại sau {seconds} giây.',
  ),
  busy: transport(
    4290,
    429,
    '系统繁忙，请稍后再试',
    '系統繁忙，請稍後再試',
    'The system is busy. Please try again shortly.',
    'Hệ thống đang bận. Vui lòng thử lại sau giây lát.',
  ),
  internal: transport(
    500,
    500,
    '系统出错，请稍后再试',
    '系統出錯，請稍後再試',
    'Something went wrong on our side. Please try again.',
    'Đã xảy ra lỗi phía hệ thống. Vui lòng thử lại.',
  ),
  not_ready: transport(503, 503, '服务尚未就绪', '服務尚未就緒', 'The service is not ready.', 'Dịch vụ chưa sẵn sàng.'),

  outcome_unknown: transport(
    5030,
    503,
    '暂时无法确认操作是否完成，请重试相同的请求',
    '暫時無法確認操作是否完成，請重試相同的請求',
    'It is not known yet whether this was done. Please send the same request again.',
    'Chưa thể xác nhận thao tác đã hoàn tất hay chưa. Vui lòng gửi lại đúng yêu cầu này.',
  ),
  too_late: transport(
    5031,
    503,
    '请求等待过久，未执行任何操作，请重试',
    '請求等待過久，未執行任何操作，請重試',
    'The request waited for too long and nothing was done. Please try again.',
    'Yêu cầu đã chờ quá lâu và chưa có gì được thực hiện. Vui lòng thử lại.',
  ),

  // Where the console leaves the page the user is on.
  maintenance: passing(
    511,
    '系统功能维护中，请稍后再试。',
    '系統功能維護中，請稍後再試。',
    'The system is under maintenance. Please try again later.',
    'Hệ thống đang bảo trì. Vui lòng thử lại sau.',
  ),
  access_restricted: passing(
    512,
    '账号访问受限',
    '帳號存取受限',
    'Access to this account is restricted.',
    'Tài khoản này bị hạn chế truy cập.',
  ),
  login_ip_refused: passing(
    6034,
    '当前登录 IP（{ip}）不在白名单内',
    '目前登入 IP（{ip}）不在白名單內',
    'The login IP {ip} is not on the white list.',
    'IP đăng nhập {ip} không nằm trong danh sách trắng.',
  ),

  // Signing in.
  wrong_credentials: passing(
    6001,
    '用户名或密码错误',
    '使用者名稱或密碼錯誤',
    'Wrong username or password',
    'Sai tên đăng nhập hoặc mật khẩu',
  ),
  wrong_google_code: passing(
    6002,
    '谷歌验证码错误',
    'Google 驗證碼錯誤',
    'Wrong Google verification code',
    'Mã xác minh Google không đúng',
  ),
  google_code_used: passing(
    6003,
    '该谷歌验证码已使用，请等待下一个',
    '該 Google 驗證碼已使用，請等待下一個',
    'This Google verification code was already used. Please wait for the next one.',
    'Mã xác minh Google này đã được dùng. Vui lòng chờ mã tiếp theo.',
  ),
  authenticator_already_bound: business(
    6004,
    '已绑定谷歌验证器',
    '已綁定 Google 驗證器',
    'An authenticator is already set up.',
    'Trình xác thực đã được thiết lập.',
  ),
  password_message_refused: passing(
    6005,
    '密码加密信息无效或已使用，请重试',
    '密碼加密資訊無效或已使用，請重試',
    'The encrypted password was invalid or already used. Please try again.',
    'Mật khẩu mã hóa không hợp lệ hoặc đã được dùng. Vui lòng thử lại.',
  ),
  slider_required: passing(
    6006,
    '请先完成滑块验证',
    '請先完成滑桿驗證',
    'Please complete the slider first',
    'Vui lòng hoàn thành thanh trượt trước',
  ),
  slider_failed: passing(
    6007,
    '验证失败，请重试',
    '驗證失敗，請重試',
    'Verification failed. Please try again.',
    'Xác minh thất bại. Vui lòng thử lại.',
  ),

  // Idempotency and concurrency.
  idempotency_mismatch: passing(
    6101,
    '该幂等键已用于其他内容',
    '該冪等鍵已用於其他內容',
    'This idempotency key was already used with other content.',
    'Khóa idempotency này đã được dùng với nội dung khác.',
  ),
  request_in_progress: passing(
    6102,
    '相同的请求正在处理中',
    '相同的請求正在處理中',
    'The same request is still being processed.',
    'Yêu cầu tương tự đang được xử lý.',
  ),

  // Balances and transfers.
  insufficient_balance: business(6201, '可用余额不足', '可用餘額不足', 'Insufficient available balance', 'Số dư khả dụng không đủ'),
  market_not_enabled: business(
    6202,
    '用户未启用该市场，请重新选择',
    '使用者未啟用該市場，請重新選擇',
    'The user has not enabled this market. Please choose again.',
    'Người dùng chưa kích hoạt thị trường này. Vui lòng chọn lại.',
  ),
  amount_below_minimum: business(
    6203,
    '金额不能低于 {minimum}',
    '金額不能低於 {minimum}',
    'The amount must be at least {minimum}.',
    'Số tiền phải từ {minimum} trở lên.',
  ),
  recipient_unknown: business(
    6204,
    '收款商户不存在',
    '收款商戶不存在',
    'The recipient merchant does not exist.',
    'Người bán nhận tiền không tồn tại.',
  ),
  recipient_is_self: business(
    6205,
    '不能向自己转账',
    '不能向自己轉帳',
    'You cannot transfer to yourself.',
    'Bạn không thể chuyển tiền cho chính mình.',
  ),
  recipient_suspended: business(
    6206,
    '收款商户已被停用',
    '收款商戶已被停用',
    'The recipient merchant is suspended.',
    'Người bán nhận tiền đã bị tạm khóa.',
  ),
  coin_unknown: business(6207, '币种不存在', '幣別不存在', 'Unknown coin', 'Loại tiền không tồn tại'),
  fee_exceeds_amount: business(
    6208,
    '金额不足以支付手续费',
    '金額不足以支付手續費',
    'The amount does not cover the fee.',
    'Số tiền không đủ trả phí.',
  ),
  export_too_large: business(
    6209,
    '导出超过 {limit} 行，请缩小范围',
    '匯出超過 {limit} 列，請縮小範圍',
    'The export exceeds {limit} rows. Please narrow the range.',
    'Tệp xuất vượt quá {limit} dòng. Vui lòng thu hẹp phạm vi.',
  ),

  // Payment orders.
  order_unknown: business(6301, '订单不存在', '訂單不存在', 'The order does not exist.', 'Đơn hàng không tồn tại.'),
  order_already_paid: business(6302, '订单已支付', '訂單已支付', 'The order is already paid.', 'Đơn hàng đã được thanh toán.'),
  order_expired: business(
    6303,
    '您的订单最晚付款时间为 {time}，现已超时，交易关闭',
    '您的訂單最晚付款時間為 {time}，現已逾時，交易關閉',
    'The latest payment time for your order was {time}. It has now expired, and the transaction is closed.',
    'Thời hạn thanh toán của đơn hàng là {time}. Đơn đã hết hạn và giao dịch đã đóng.',
  ),
  order_cancelled: business(6304, '订单已取消', '訂單已取消', 'The order is cancelled.', 'Đơn hàng đã bị hủy.'),
  merchant_order_duplicate: business(
    6305,
    '商户订单号已存在',
    '商戶訂單編號已存在',
    'This merchant order number already exists.',
    'Mã đơn hàng của người bán đã tồn tại.',
  ),
  order_amount_out_of_range: business(
    6306,
    '订单金额须在 {minimum} 与 {maximum} 之间',
    '訂單金額須在 {minimum} 與 {maximum} 之間',
    'The order amount must be between {minimum} and {maximum}.',
    'Số tiền đơn hàng phải từ {minimum} đến {maximum}.',
  ),
  merchant_suspended: business(
    6307,
    '商户已被停用，无法收款',
    '商戶已被停用，無法收款',
    'The merchant is suspended and cannot be paid.',
    'Người bán đã bị tạm khóa, không thể nhận thanh toán.',
  ),

  // The payer.
  payment_password_wrong: passing(
    6401,
    '支付密码错误，还可尝试 {left} 次',
    '支付密碼錯誤，還可嘗試 {left} 次',
    'Wrong payment password. {left} {left|attempt|attempts} left.',
    'Sai mật khẩu thanh toán. Còn {left} lần thử.',
  ),
  payment_password_locked: passing(
    6402,
    '支付密码已锁定，请在 {minutes} 分钟后再试',
    '支付密碼已鎖定，請在 {minutes} 分鐘後再試',
    'The payment password is locked. Try again in {minutes} {minutes|minute|minutes}.',
    'Mật khẩu thanh toán đã bị khóa. Thử lại sau {minutes} phút.',
  ),
  payment_password_not_set: business(
    6403,
    '请先设置支付密码',
    '請先設定支付密碼',
    'Please set a payment password first.',
    'Vui lòng đặt mật khẩu thanh toán trước.',
  ),
  payment_grant_refused: passing(
    6404,
    '支付授权已失效，请重新输入支付密码',
    '支付授權已失效，請重新輸入支付密碼',
    'The payment authorisation has lapsed. Please enter your payment password again.',
    'Ủy quyền thanh toán đã hết hạn. Vui lòng nhập lại mật khẩu thanh toán.',
  ),
  payer_suspended: business(6405, '账号已被停用', '帳號已被停用', 'This account is suspended.', 'Tài khoản này đã bị tạm khóa.'),
  passwords_differ: business(6406, '两次输入的密码不一致', '兩次輸入的密碼不一致', 'Passwords do not match', 'Mật khẩu không khớp'),
  payment_password_weak: business(
    6407,
    '支付密码过于简单',
    '支付密碼過於簡單',
    'This payment password is too easy to guess.',
    'Mật khẩu thanh toán này quá dễ đoán.',
  ),

  // Access keys and signed requests.
  access_key_limit: business(
    6501,
    '每个账号最多创建 {limit} 个访问密钥',
    '每個帳號最多建立 {limit} 個存取金鑰',
    'An account can have at most {limit} access {limit|key|keys}.',
    'Mỗi tài khoản chỉ có tối đa {limit} khóa truy cập.',
  ),
  kyc_required: business(
    6502,
    '未完成 KYC 无法创建 API',
    '未完成 KYC 無法建立 API',
    'Cannot create an API without completing KYC',
    'Không thể tạo API khi chưa hoàn tất KYC',
  ),
  ip_invalid: business(6503, 'IP 格式不正确', 'IP 格式不正確', 'IP format is incorrect', 'Định dạng IP không đúng'),
  signature_missing: transport(
    6510,
    401,
    '缺少签名信息：{header}',
    '缺少簽章資訊：{header}',
    'The signature is incomplete: {header} is missing.',
    'Thiếu thông tin chữ ký: {header}.',
  ),
  access_key_unknown: transport(
    6511,
    401,
    '访问密钥不存在或已停用',
    '存取金鑰不存在或已停用',
    'The access key does not exist or is disabled.',
    'Khóa truy cập không tồn tại hoặc đã bị vô hiệu.',
  ),
  key_ip_refused: transport(
    6512,
    403,
    '此访问密钥不允许来自 IP {ip} 的请求',
    '此存取金鑰不允許來自 IP {ip} 的請求',
    'The IP {ip} is not permitted for this access key.',
    'IP {ip} không được phép dùng khóa truy cập này.',
  ),
  timestamp_out_of_window: transport(
    6513,
    401,
    '请求时间与服务器相差超过 {seconds} 秒',
    '請求時間與伺服器相差超過 {seconds} 秒',
    "The timestamp is more than {seconds} seconds from the server's time.",
    'Dấu thời gian lệch quá {seconds} giây so với máy chủ.',
  ),
  signature_wrong: transport(6514, 401, '签名错误', '簽章錯誤', 'The signature is wrong.', 'Chữ ký không đúng.'),
  nonce_replayed: transport(6515, 401, '随机数已使用', '隨機數已使用', 'The nonce was already used.', 'Nonce đã được sử dụng.'),

  // Webhooks.
  webhook_address_refused: business(
    6601,
    'Webhook 地址不可用：{reason}',
    'Webhook 網址無法使用：{reason}',
    'The webhook address cannot be used: {reason}',
    'Không thể dùng địa chỉ webhook: {reason}',
  ),
  webhook_address_missing: business(
    6602,
    '请先设置 Webhook 地址',
    '請先設定 Webhook 網址',
    'Please set a webhook address first.',
    'Vui lòng đặt địa chỉ webhook trước.',
  ),
} as const satisfies Record<string, Outcome>;

export type OutcomeName = keyof typeof OUTCOMES;

/** Does a refusal hold for the request itself? It is then kept under the request's idempotency key, and a mended request takes another. */
export function isFinal(name: OutcomeName): boolean {
  const { http, passing: holdsOnce }: Outcome = OUTCOMES[name];
  return http === 200 && holdsOnce !== true;
}

/** The codes that resolve a call; 6016 also resolves, with its detail shown as advice. */
export const SUCCESS_CODES: readonly number[] = [OUTCOMES.ok.code, OUTCOMES.step_required.code, OUTCOMES.already_done.code];

/** The values an outcome's text needs; `{}`-shaped where it needs none. */
export type OutcomeValues<Name extends OutcomeName> = Record<Placeholders<(typeof OUTCOMES)[Name]['text']['en']>, string | number>;

/** The text of an outcome in a language, with its placeholders filled. */
export function outcomeText(name: OutcomeName, language: Language, values: Readonly<Record<string, string | number>> = {}): string {
  return fillText(OUTCOMES[name].text[language], values);
}
