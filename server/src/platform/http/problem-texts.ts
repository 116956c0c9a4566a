import type { Language } from '@purser/contract/language';
import { fillText } from '@purser/contract/text';

/** A text in every language; placeholders as in `fillText`. */
export type Words = Readonly<Record<Language, string>>;

const words = (en: string, zh_Hans: string, zh_Hant: string, vi: string): Words => ({ en, zh_Hans, zh_Hant, vi });

/** What may be wrong with a field of an input. Each text follows the field's name and a colon, and says what the field should be. */
const PROBLEMS = {
  required: words('is required', '必填', '必填', 'là bắt buộc'),
  text: words('must be text in quotes', '应为带引号的文本', '應為帶引號的文字', 'phải là văn bản đặt trong dấu ngoặc kép'),
  number: words('must be a number, without quotes', '应为数字，不加引号', '應為數字，不加引號', 'phải là một số, không có dấu ngoặc kép'),
  whole_number: words(
    'must be a whole number, without quotes',
    '应为整数，不加引号',
    '應為整數，不加引號',
    'phải là số nguyên, không có dấu ngoặc kép',
  ),
  boolean: words('must be true or false', '应为 true 或 false', '應為 true 或 false', 'phải là true hoặc false'),
  list: words('must be a list', '应为列表', '應為清單', 'phải là một danh sách'),
  object: words('must be a JSON object', '应为 JSON 对象', '應為 JSON 物件', 'phải là một đối tượng JSON'),
  not_null: words('must not be null', '不能为 null', '不能為 null', 'không được là null'),
  no_such_field: words('there is no such field', '没有该字段', '沒有該欄位', 'không có trường này'),
  one_of: words('must be one of: {choices}', '应为以下之一：{choices}', '應為以下之一：{choices}', 'phải là một trong: {choices}'),
  at_least: words('must be at least {least}', '不能小于 {least}', '不能小於 {least}', 'phải từ {least} trở lên'),
  at_most: words('must be at most {most}', '不能大于 {most}', '不能大於 {most}', 'không được lớn hơn {most}'),
  more_than: words('must be more than {least}', '必须大于 {least}', '必須大於 {least}', 'phải lớn hơn {least}'),
  less_than: words('must be less than {most}', '必须小于 {most}', '必須小於 {most}', 'phải nhỏ hơn {most}'),
  too_short: words(
    'must have at least {least} {least|character|characters}',
    '至少 {least} 个字符',
    '至少 {least} 個字元',
    'phải có ít nhất {least} ký tự',
  ),
  too_long: words(
    'may have at most {most} {most|character|characters}',
    '最多 {most} 个字符',
    '最多 {most} 個字元',
    'chỉ được có tối đa {most} ký tự',
  ),
  too_few: words('must have at least {least} {least|entry|entries}', '至少 {least} 项', '至少 {least} 項', 'phải có ít nhất {least} mục'),
  too_many: words('may have at most {most} {most|entry|entries}', '最多 {most} 项', '最多 {most} 項', 'chỉ được có tối đa {most} mục'),
  either: words(
    'must have either {one} or {other}',
    '须提供 {one} 或 {other} 其中之一',
    '須提供 {one} 或 {other} 其中之一',
    'phải có {one} hoặc {other}',
  ),
  uuid: words('must be a UUID', '应为 UUID', '應為 UUID', 'phải là UUID'),
  time: words(
    'must be a time in UTC, such as 2026-11-21T08:00:00Z',
    '应为 UTC 时间，例如 2026-11-21T08:00:00Z',
    '應為 UTC 時間，例如 2026-11-21T08:00:00Z',
    'phải là thời gian UTC, ví dụ 2026-11-21T08:00:00Z',
  ),
  day: words(
    'must be a date, such as 2026-11-21',
    '应为日期，例如 2026-11-21',
    '應為日期，例如 2026-11-21',
    'phải là ngày, ví dụ 2026-11-21',
  ),
  time_zone: words(
    'must be the IANA name of a time zone, such as Asia/Ho_Chi_Minh',
    '应为 IANA 时区名称，例如 Asia/Ho_Chi_Minh',
    '應為 IANA 時區名稱，例如 Asia/Ho_Chi_Minh',
    'phải là tên múi giờ IANA, ví dụ Asia/Ho_Chi_Minh',
  ),
  base64url: words('must be base64url', '应为 base64url', '應為 base64url', 'phải là base64url'),
  web_address: words(
    'must begin with https:// or http:// and hold no username or password',
    '须以 https:// 或 http:// 开头，且不含用户名和密码',
    '須以 https:// 或 http:// 開頭，且不含使用者名稱和密碼',
    'phải bắt đầu bằng https:// hoặc http:// và không chứa tên người dùng hay mật khẩu',
  ),
  target: words(
    'must be a web address that can be reached from the internet',
    '应为可从互联网访问的网址',
    '應為可從網際網路存取的網址',
    'phải là địa chỉ web truy cập được từ internet',
  ),
  characters: words(
    'holds characters that cannot be kept: U+0000, or half of a surrogate pair',
    '含有无法保存的字符：U+0000 或不成对的代理码',
    '含有無法儲存的字元：U+0000 或不成對的代理碼',
    'chứa ký tự không lưu được: U+0000 hoặc nửa cặp surrogate',
  ),
  idempotency_key: words(
    'must be 1 to {most} characters',
    '应为 1 至 {most} 个字符',
    '應為 1 至 {most} 個字元',
    'phải có 1 đến {most} ký tự',
  ),
  json: words('must be valid JSON', '应为有效的 JSON', '應為有效的 JSON', 'phải là JSON hợp lệ'),
  utf8: words('must be JSON in UTF-8', '应为 UTF-8 编码的 JSON', '應為 UTF-8 編碼的 JSON', 'phải là JSON mã hóa UTF-8'),
  nested: words(
    'JSON may be nested at most {most} deep',
    'JSON 最多嵌套 {most} 层',
    'JSON 最多巢狀 {most} 層',
    'JSON chỉ được lồng tối đa {most} cấp',
  ),
  content_type: words('must be {type}', '应为 {type}', '應為 {type}', 'phải là {type}'),
  decimals: words(
    'may have at most {most} decimal {most|place|places}',
    '最多 {most} 位小数',
    '最多 {most} 位小數',
    'chỉ được có tối đa {most} chữ số thập phân',
  ),
  not_a_number: words(
    'must be a decimal number in quotes, such as "12.50"',
    '应为带引号的十进制数，例如 "12.50"',
    '應為帶引號的十進位數，例如 "12.50"',
    'phải là số thập phân đặt trong dấu ngoặc kép, ví dụ "12.50"',
  ),
  too_large: words('is too large', '数值过大', '數值過大', 'quá lớn'),
  unclear: words(
    'can be read in two ways: write it without separators of thousands',
    '有歧义：请勿使用千位分隔符',
    '有歧義：請勿使用千位分隔符',
    'có thể hiểu theo hai cách: hãy viết không có dấu phân cách hàng nghìn',
  ),
  above_zero: words('must be above zero', '必须大于零', '必須大於零', 'phải lớn hơn 0'),
  repeated: words('names something twice', '有重复项', '有重複項', 'có mục bị lặp lại'),
  unknown: words('must be left out here', '此处不应填写', '此處不應填寫', 'phải bỏ trống ở đây'),
  cursor: words(
    'must be the cursor of the page before, asked for in the same order',
    '应为同一排序下前一页返回的游标',
    '應為同一排序下前一頁回傳的游標',
    'phải là con trỏ của trang trước, theo cùng thứ tự sắp xếp',
  ),
  first_day: words(
    'must be a date that is not ahead of today',
    '应为不晚于今天的日期',
    '應為不晚於今天的日期',
    'phải là ngày không sau hôm nay',
  ),
  last_day: words(
    'must not lie before the first day, nor more than {most} days after it',
    '不能早于首日，且距首日不超过 {most} 天',
    '不能早於首日，且距首日不超過 {most} 天',
    'không được trước ngày đầu, cũng không quá {most} ngày sau đó',
  ),
  of_agents: words('is for agents only', '仅适用于代理用户', '僅適用於代理使用者', 'chỉ dành cho người dùng đại lý'),
  longer_than: words('must be more than {other}', '必须大于 {other}', '必須大於 {other}', 'phải lớn hơn {other}'),
  not_of_provider: words('does not apply to the provider', '不适用于平台方', '不適用於平台方', 'không áp dụng cho nhà cung cấp'),
  wrong: words('is not valid', '无效', '無效', 'không hợp lệ'),
} as const satisfies Record<string, Words>;

export type Problem = keyof typeof PROBLEMS;
export type ProblemValues = Readonly<Record<string, string | number>>;

export function problemText(problem: Problem, language: Language, values: ProblemValues = {}): string {
  return fillText(PROBLEMS[problem][language], values);
}
