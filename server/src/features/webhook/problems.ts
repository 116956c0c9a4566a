import type { Language } from '@purser/contract/language';
import type { TargetProblem } from '../../platform/security/ssrf.ts';

/** Why an attempt failed. The delivery log keeps the code; people read it in their own language. */
export type AttemptProblem =
  | TargetProblem
  | 'timeout'
  | 'connection'
  | 'tls'
  | 'redirect'
  | 'status'
  | 'endpoint_off'
  | 'endpoint_deleted'
  | 'address_missing';

const TEXTS: Record<AttemptProblem, Record<Language, string>> = {
  malformed: {
    zh_Hans: '不是有效的网址',
    zh_Hant: '不是有效的網址',
    en: 'it is not a valid web address',
    vi: 'không phải địa chỉ web hợp lệ',
  },
  scheme: {
    zh_Hans: '必须以 https:// 开头',
    zh_Hant: '必須以 https:// 開頭',
    en: 'it must begin with https://',
    vi: 'phải bắt đầu bằng https://',
  },
  https_required: {
    zh_Hans: '必须使用 https',
    zh_Hant: '必須使用 https',
    en: 'it must use https',
    vi: 'phải dùng https',
  },
  credentials: {
    zh_Hans: '网址中不能包含用户名或密码',
    zh_Hant: '網址中不能包含使用者名稱或密碼',
    en: 'it must not contain a username or password',
    vi: 'không được chứa tên người dùng hoặc mật khẩu',
  },
  port: {
    zh_Hans: '不允许使用该端口',
    zh_Hant: '不允許使用該連接埠',
    en: 'this port is not permitted',
    vi: 'không được phép dùng cổng này',
  },
  private_address: {
    zh_Hans: '指向非公网地址',
    zh_Hant: '指向非公網位址',
    en: 'it leads to an address that is not public',
    vi: 'trỏ tới địa chỉ không công khai',
  },
  unresolved: {
    zh_Hans: '无法解析该域名',
    zh_Hant: '無法解析該網域名稱',
    en: 'its host name cannot be resolved',
    vi: 'không phân giải được tên máy chủ',
  },
  timeout: { zh_Hans: '响应超时', zh_Hant: '回應逾時', en: 'no answer in time', vi: 'không phản hồi kịp thời' },
  connection: { zh_Hans: '无法连接', zh_Hant: '無法連線', en: 'the connection failed', vi: 'không kết nối được' },
  tls: { zh_Hans: 'TLS 证书无效', zh_Hant: 'TLS 憑證無效', en: 'the TLS certificate is not valid', vi: 'chứng chỉ TLS không hợp lệ' },
  redirect: {
    zh_Hans: '收到重定向，系统不会跟随',
    zh_Hant: '收到重新導向，系統不會跟隨',
    en: 'it answered with a redirect, which is not followed',
    vi: 'phản hồi chuyển hướng, hệ thống không đi theo',
  },
  status: {
    zh_Hans: '未返回 2xx 状态',
    zh_Hant: '未傳回 2xx 狀態',
    en: 'it did not answer with a 2xx status',
    vi: 'không trả về trạng thái 2xx',
  },
  endpoint_off: {
    zh_Hans: '该端点已停用',
    zh_Hant: '該端點已停用',
    en: 'the endpoint is switched off',
    vi: 'điểm nhận đang tắt',
  },
  endpoint_deleted: {
    zh_Hans: '该端点已删除',
    zh_Hant: '該端點已刪除',
    en: 'the endpoint has been deleted',
    vi: 'điểm nhận đã bị xóa',
  },
  // Of attempts from when a merchant had one address.
  address_missing: {
    zh_Hans: '未设置 Webhook 地址',
    zh_Hant: '未設定 Webhook 網址',
    en: 'no webhook address is set',
    vi: 'chưa đặt địa chỉ webhook',
  },
};

export function problemText(problem: string, language: Language): string {
  return problem in TEXTS ? TEXTS[problem as AttemptProblem][language] : problem;
}
