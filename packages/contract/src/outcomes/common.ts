import { business, passing, transport } from '../outcome.ts';

/** Outcomes that calls of every area have. */
export const common = {
  // Success.
  ok: business(200, {
    en: 'Operation successful',
    zh_Hans: '操作成功',
    zh_Hant: '操作成功',
    vi: 'Thao tác thành công',
  }),
  step_required: business(6032, {
    en: 'Done. A further step is required.',
    zh_Hans: '已完成，还需进行下一步',
    zh_Hant: '已完成，還需進行下一步',
    vi: 'Đã xong. Cần thực hiện thêm một bước.',
  }),
  already_done: business(42110, {
    en: 'This was already done.',
    zh_Hans: '该操作此前已完成',
    zh_Hant: '該操作此前已完成',
    vi: 'Thao tác này đã được thực hiện trước đó.',
  }),
  advice: business(6016, {
    en: '{text}',
    zh_Hans: '{text}',
    zh_Hant: '{text}',
    vi: '{text}',
  }),

  // What HTTP itself has a meaning for.
  invalid_input: transport(400, 400, {
    en: 'Please check the input: {field}',
    zh_Hans: '请检查填写内容：{field}',
    zh_Hant: '請檢查填寫內容：{field}',
    vi: 'Vui lòng kiểm tra thông tin: {field}',
  }),
  unauthenticated: transport(401, 401, {
    en: 'Your session has ended. Please log in again.',
    zh_Hans: '登录已失效，请重新登录',
    zh_Hant: '登入已失效，請重新登入',
    vi: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
  }),
  forbidden: transport(403, 403, {
    en: 'You are not allowed to do this.',
    zh_Hans: '没有权限执行此操作',
    zh_Hant: '沒有權限執行此操作',
    vi: 'Bạn không có quyền thực hiện thao tác này.',
  }),
  not_found: transport(404, 404, {
    en: 'Not found',
    zh_Hans: '未找到该内容',
    zh_Hant: '找不到該內容',
    vi: 'Không tìm thấy',
  }),
  host_unknown: transport(421, 421, {
    en: 'Unknown host name.',
    zh_Hans: '域名不正确',
    zh_Hant: '網域名稱不正確',
    vi: 'Tên miền không đúng.',
  }),
  body_too_large: transport(413, 413, {
    en: 'The request is too large.',
    zh_Hans: '请求内容过大',
    zh_Hant: '請求內容過大',
    vi: 'Yêu cầu quá lớn.',
  }),
  too_many_requests: transport(429, 429, {
    en: 'Too many attempts. Please try again in {wait}.',
    zh_Hans: '操作过于频繁，请在{wait}后再试',
    zh_Hant: '操作過於頻繁，請在{wait}後再試',
    vi: 'Quá nhiều lần thử. Vui lòng thử lại sau {wait}.',
  }),
  busy: transport(4290, 429, {
    en: 'The system is busy. Please try again shortly.',
    zh_Hans: '系统繁忙，请稍后再试',
    zh_Hant: '系統繁忙，請稍後再試',
    vi: 'Hệ thống đang bận. Vui lòng thử lại sau giây lát.',
  }),
  internal: transport(500, 500, {
    en: 'Something went wrong on our side. Please try again.',
    zh_Hans: '系统出错，请稍后再试',
    zh_Hant: '系統出錯，請稍後再試',
    vi: 'Đã xảy ra lỗi phía hệ thống. Vui lòng thử lại.',
  }),
  not_ready: transport(503, 503, {
    en: 'The service is not ready.',
    zh_Hans: '服务尚未就绪',
    zh_Hant: '服務尚未就緒',
    vi: 'Dịch vụ chưa sẵn sàng.',
  }),
  outcome_unknown: transport(5030, 503, {
    en: 'It is not known yet whether this was done. Please send the same request again.',
    zh_Hans: '暂时无法确认操作是否完成，请重试相同的请求',
    zh_Hant: '暫時無法確認操作是否完成，請重試相同的請求',
    vi: 'Chưa thể xác nhận thao tác đã hoàn tất hay chưa. Vui lòng gửi lại đúng yêu cầu này.',
  }),
  too_late: transport(5031, 503, {
    en: 'The request waited for too long and nothing was done. Please try again.',
    zh_Hans: '请求等待过久，未执行任何操作，请重试',
    zh_Hant: '請求等待過久，未執行任何操作，請重試',
    vi: 'Yêu cầu đã chờ quá lâu và chưa có gì được thực hiện. Vui lòng thử lại.',
  }),

  // Where the console leaves the page the user is on.
  maintenance: passing(511, {
    en: 'The system is under maintenance. Please try again later.',
    zh_Hans: '系统功能维护中，请稍后再试。',
    zh_Hant: '系統功能維護中，請稍後再試。',
    vi: 'Hệ thống đang bảo trì. Vui lòng thử lại sau.',
  }),
  access_restricted: passing(512, {
    en: 'Access to this account is restricted.',
    zh_Hans: '账号访问受限',
    zh_Hant: '帳號存取受限',
    vi: 'Tài khoản này bị hạn chế truy cập.',
  }),
  login_ip_refused: passing(6034, {
    en: 'The login IP {ip} is not on the white list.',
    zh_Hans: '当前登录 IP（{ip}）不在白名单内',
    zh_Hant: '目前登入 IP（{ip}）不在白名單內',
    vi: 'IP đăng nhập {ip} không nằm trong danh sách trắng.',
  }),

  // Idempotency and concurrency.
  idempotency_mismatch: passing(6101, {
    en: 'This idempotency key was already used with other content.',
    zh_Hans: '该幂等键已用于其他内容',
    zh_Hant: '該冪等鍵已用於其他內容',
    vi: 'Khóa idempotency này đã được dùng với nội dung khác.',
  }),
  request_in_progress: passing(6102, {
    en: 'The same request is still being processed.',
    zh_Hans: '相同的请求正在处理中',
    zh_Hant: '相同的請求正在處理中',
    vi: 'Yêu cầu tương tự đang được xử lý.',
  }),

  // Lists.
  export_too_large: business(6209, {
    en: 'The export exceeds {limit} rows. Please narrow the range.',
    zh_Hans: '导出超过 {limit} 行，请缩小范围',
    zh_Hant: '匯出超過 {limit} 列，請縮小範圍',
    vi: 'Tệp xuất vượt quá {limit} dòng. Vui lòng thu hẹp phạm vi.',
  }),
} as const;
