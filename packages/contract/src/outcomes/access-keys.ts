import { business, transport } from '../outcome.ts';

/** Access keys and signed requests: codes 65xx. */
export const accessKeys = {
  access_key_limit: business(6501, {
    en: 'An account can have at most {limit} access {limit|key|keys}.',
    zh_Hans: '每个账号最多创建 {limit} 个访问密钥',
    zh_Hant: '每個帳號最多建立 {limit} 個存取金鑰',
    vi: 'Mỗi tài khoản chỉ có tối đa {limit} khóa truy cập.',
  }),
  kyc_required: business(6502, {
    en: 'Cannot create an API without completing KYC',
    zh_Hans: '未完成 KYC 无法创建 API',
    zh_Hant: '未完成 KYC 無法建立 API',
    vi: 'Không thể tạo API khi chưa hoàn tất KYC',
  }),
  ip_invalid: business(6503, {
    en: 'IP format is incorrect',
    zh_Hans: 'IP 格式不正确',
    zh_Hant: 'IP 格式不正確',
    vi: 'Định dạng IP không đúng',
  }),
  signature_missing: transport(6510, 401, {
    en: 'The signature is incomplete: {header} is missing or too long.',
    zh_Hans: '签名信息缺失或过长：{header}',
    zh_Hant: '簽章資訊缺少或過長：{header}',
    vi: 'Thông tin chữ ký thiếu hoặc quá dài: {header}.',
  }),
  access_key_unknown: transport(6511, 401, {
    en: 'The access key does not exist or is disabled.',
    zh_Hans: '访问密钥不存在或已停用',
    zh_Hant: '存取金鑰不存在或已停用',
    vi: 'Khóa truy cập không tồn tại hoặc đã bị vô hiệu.',
  }),
  key_ip_refused: transport(6512, 403, {
    en: 'The IP {ip} is not permitted for this access key.',
    zh_Hans: '此访问密钥不允许来自 IP {ip} 的请求',
    zh_Hant: '此存取金鑰不允許來自 IP {ip} 的請求',
    vi: 'IP {ip} không được phép dùng khóa truy cập này.',
  }),
  timestamp_out_of_window: transport(6513, 401, {
    en: "The timestamp is more than {seconds} seconds from the server's time, {now} in Unix seconds.",
    zh_Hans: '请求时间与服务器相差超过 {seconds} 秒；服务器时间为 {now}（Unix 秒）',
    zh_Hant: '請求時間與伺服器相差超過 {seconds} 秒；伺服器時間為 {now}（Unix 秒）',
    vi: 'Dấu thời gian lệch quá {seconds} giây so với máy chủ, hiện là {now} (giây Unix).',
  }),
  signature_wrong: transport(6514, 401, {
    en: 'The signature is wrong.',
    zh_Hans: '签名错误',
    zh_Hant: '簽章錯誤',
    vi: 'Chữ ký không đúng.',
  }),
  nonce_replayed: transport(6515, 401, {
    en: 'The nonce was already used.',
    zh_Hans: '随机数已使用',
    zh_Hant: '隨機數已使用',
    vi: 'Nonce đã được sử dụng.',
  }),
} as const;
