import type { Language } from '@purser/contract/language';
import type { Words } from './problem-texts.ts';

/** What each pattern of an input asks for, so that nobody has to read the pattern. A test finds those that lack words. */

const say = (en: string, zh_Hans: string, zh_Hant: string, vi: string): Words => ({ en, zh_Hans, zh_Hant, vi });

const SHOWN = say(
  'must not hold invisible characters, or such as turn the direction of writing',
  '不能含有不可见字符或改变书写方向的字符',
  '不能含有不可見字元或改變書寫方向的字元',
  'không được chứa ký tự ẩn hoặc ký tự đổi hướng chữ viết',
);
const SHOWN_LINE = say(
  'must be a single line, without control characters, invisible ones, or such as turn the direction of writing',
  '应为单行文本，不能含有控制字符、不可见字符或改变书写方向的字符',
  '應為單行文字，不能含有控制字元、不可見字元或改變書寫方向的字元',
  'phải là một dòng, không chứa ký tự điều khiển, ký tự ẩn hoặc ký tự đổi hướng chữ viết',
);
const PERCENT = say(
  'must be a percentage in quotes with at most 2 decimal places, such as "0.50"',
  '应为带引号的百分数，最多 2 位小数，例如 "0.50"',
  '應為帶引號的百分數，最多 2 位小數，例如 "0.50"',
  'phải là phần trăm đặt trong dấu ngoặc kép, tối đa 2 chữ số thập phân, ví dụ "0.50"',
);
const SLUG = say(
  'must be lower-case letters and digits, with single hyphens between them',
  '应为小写字母和数字，中间可用单个连字符',
  '應為小寫字母和數字，中間可用單一連字號',
  'phải là chữ thường và chữ số, giữa chúng có thể có từng dấu gạch nối',
);
const LOGIN_NAME = say(
  'must begin with a letter or digit, and hold only letters, digits and . _ -',
  '须以字母或数字开头，只能含字母、数字和 . _ -',
  '須以字母或數字開頭，只能含字母、數字和 . _ -',
  'phải bắt đầu bằng chữ cái hoặc chữ số, chỉ gồm chữ cái, chữ số và . _ -',
);
const USERNAME = say(
  'must begin with a letter or digit, and hold only letters, digits and . _ @ -',
  '须以字母或数字开头，只能含字母、数字和 . _ @ -',
  '須以字母或數字開頭，只能含字母、數字和 . _ @ -',
  'phải bắt đầu bằng chữ cái hoặc chữ số, chỉ gồm chữ cái, chữ số và . _ @ -',
);
const HASH = say(
  'must be 64 lower-case hexadecimal digits',
  '应为 64 位小写十六进制数字',
  '應為 64 位小寫十六進位數字',
  'phải là 64 chữ số thập lục phân viết thường',
);
const KEY = say(
  'must begin with a lower-case letter, and hold only lower-case letters, digits and _ or -',
  '须以小写字母开头，只能含小写字母、数字和 _ 或 -',
  '須以小寫字母開頭，只能含小寫字母、數字和 _ 或 -',
  'phải bắt đầu bằng chữ thường, chỉ gồm chữ thường, chữ số và _ hoặc -',
);

const HIDDEN = String.raw`\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}`;

const TEXTS: Readonly<Record<string, Words>> = {
  [String.raw`^\d{6}$`]: say(
    'must be 6 digits in quotes',
    '应为带引号的 6 位数字',
    '應為帶引號的 6 位數字',
    'phải là 6 chữ số đặt trong dấu ngoặc kép',
  ),
  [String.raw`^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{4}(-[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{4}){3}$`]: say(
    'must be 6 digits, or a recovery code such as 4F9K-0000-ZZZZ-A1B2',
    '应为 6 位数字，或恢复码，例如 4F9K-0000-ZZZZ-A1B2',
    '應為 6 位數字，或復原碼，例如 4F9K-0000-ZZZZ-A1B2',
    'phải là 6 chữ số, hoặc mã khôi phục, ví dụ 4F9K-0000-ZZZZ-A1B2',
  ),
  '^[A-Z0-9]{2,12}$': say(
    'must be 2 to 12 capital letters or digits, such as "USDP"',
    '应为 2 至 12 位大写字母或数字，例如 "USDP"',
    '應為 2 至 12 位大寫字母或數字，例如 "USDP"',
    'phải là 2 đến 12 chữ cái in hoa hoặc chữ số, ví dụ "USDP"',
  ),
  [String.raw`^(0|[1-9]\d{0,17})(\.\d{1,18})?$`]: say(
    'must be a decimal number in quotes, without a sign, separators or leading zeros, with at most 18 digits before the point and 18 after it, such as "12.50"',
    '应为带引号的十进制数，不含正负号、分隔符和前导零，小数点前后各不超过 18 位，例如 "12.50"',
    '應為帶引號的十進位數，不含正負號、分隔符號和前導零，小數點前後各不超過 18 位，例如 "12.50"',
    'phải là số thập phân đặt trong dấu ngoặc kép, không có dấu, dấu phân cách hay số 0 ở đầu, mỗi bên dấu thập phân không quá 18 chữ số, ví dụ "12.50"',
  ),
  [`^[^${HIDDEN}]*$`]: SHOWN,
  [String.raw`^[^${HIDDEN}\p{Cc}]*$`]: SHOWN_LINE,
  [String.raw`^(19|2\d)\d\d-(0[1-9]|1[0-2])$`]: say(
    'must be a month, such as 2026-11',
    '应为月份，例如 2026-11',
    '應為月份，例如 2026-11',
    'phải là tháng, ví dụ 2026-11',
  ),
  [String.raw`\S`]: say('must not be blank', '不能为空白', '不能為空白', 'không được để trống'),
  '^[0-9A-Za-z]+$': say(
    'may hold only digits and English letters',
    '只能含数字和英文字母',
    '只能含數字和英文字母',
    'chỉ được chứa chữ số và chữ cái tiếng Anh',
  ),
  [String.raw`^[1-9]\d{0,17}$`]: say(
    'must be a whole number above zero, in quotes',
    '应为带引号的正整数',
    '應為帶引號的正整數',
    'phải là số nguyên dương đặt trong dấu ngoặc kép',
  ),
  '^[a-z0-9][a-z0-9._-]*$': LOGIN_NAME,
  [String.raw`^\p{L}[\p{L}\p{M}]*(?: +\p{L}[\p{L}\p{M}]*)*$`]: say(
    'may hold only letters, with spaces between them',
    '只能含文字，中间可有空格',
    '只能含文字，中間可有空格',
    'chỉ được chứa chữ cái, giữa chúng có thể có dấu cách',
  ),
  '^[0-9A-Za-z]{4,32}$': say(
    'must be 4 to 32 digits and English letters',
    '应为 4 至 32 位数字和英文字母',
    '應為 4 至 32 位數字和英文字母',
    'phải gồm 4 đến 32 chữ số và chữ cái tiếng Anh',
  ),
  [String.raw`^[\w-]{30}$`]: say(
    'must be the 30 characters as Purser gave them',
    '应为 Purser 给出的 30 位字符',
    '應為 Purser 提供的 30 位字元',
    'phải là 30 ký tự như Purser đã cấp',
  ),
  [String.raw`^[\w.:-]{1,64}$`]: say(
    'must be 1 to 64 characters, only English letters, digits and . _ : -',
    '应为 1 至 64 个字符，只能含英文字母、数字和 . _ : -',
    '應為 1 至 64 個字元，只能含英文字母、數字和 . _ : -',
    'phải có 1 đến 64 ký tự, chỉ gồm chữ cái tiếng Anh, chữ số và . _ : -',
  ),
  [String.raw`^\d{1,4}$`]: say(
    'must be 1 to 4 digits in quotes, without +',
    '应为带引号的 1 至 4 位数字，不含 +',
    '應為帶引號的 1 至 4 位數字，不含 +',
    'phải là 1 đến 4 chữ số đặt trong dấu ngoặc kép, không có +',
  ),
  [String.raw`^(\d{1,6}:\d{1,3}( \d{1,6}:\d{1,3}){0,199})?$`]: say(
    'must be at most 200 moments of the slider, each a time and a place',
    '应为滑块轨迹，最多 200 个时间与位置',
    '應為滑桿軌跡，最多 200 個時間與位置',
    'phải là tối đa 200 điểm của thanh trượt, mỗi điểm gồm thời gian và vị trí',
  ),
  [String.raw`^\/9j\/[A-Za-z0-9+/]+={0,2}$`]: say(
    'must be a JPEG in base64',
    '应为 base64 编码的 JPEG 图片',
    '應為 base64 編碼的 JPEG 圖片',
    'phải là ảnh JPEG ở dạng base64',
  ),
  [String.raw`^(0|[1-9]\d?)(\.\d{1,2})?$`]: PERCENT,
  [String.raw`^(0|[1-9]\d?|100)(\.\d{1,2})?$`]: PERCENT,
  [String.raw`^(\/[^\s/]*)*$`]: say(
    'must be a JSON pointer, such as /data/rate',
    '应为 JSON 指针，例如 /data/rate',
    '應為 JSON 指標，例如 /data/rate',
    'phải là con trỏ JSON, ví dụ /data/rate',
  ),
  '^[a-z][a-z0-9_]{0,39}$': KEY,
  '^[a-z][a-z0-9-]{0,63}$': KEY,
  '^[a-z0-9][a-z0-9._@-]*$': USERNAME,
  [String.raw`^(?!.*@\d{8,}$)[a-z0-9][a-z0-9._@-]*$`]: say(
    'must begin with a letter or digit, hold only letters, digits and . _ @ -, and not end in @ and a number of 8 or more digits',
    '须以字母或数字开头，只能含字母、数字和 . _ @ -，且不能以 @ 加 8 位以上数字结尾',
    '須以字母或數字開頭，只能含字母、數字和 . _ @ -，且不能以 @ 加 8 位以上數字結尾',
    'phải bắt đầu bằng chữ cái hoặc chữ số, chỉ gồm chữ cái, chữ số và . _ @ -, và không kết thúc bằng @ kèm số có từ 8 chữ số',
  ),
  [String.raw`^[\da-f]{64}$`]: HASH,
  '^[a-z0-9]+(-[a-z0-9]+)*$': SLUG,
  '^[a-zA-Z0-9.:-]+$': say(
    'must be the name or address of a host',
    '应为主机名或地址',
    '應為主機名稱或位址',
    'phải là tên hoặc địa chỉ máy chủ',
  ),
  '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$': say(
    'must be whsec_ and a key in base64',
    '应为 whsec_ 加 base64 密钥',
    '應為 whsec_ 加 base64 金鑰',
    'phải là whsec_ kèm khóa ở dạng base64',
  ),
  [String.raw`^\w{1,40}$`]: say(
    'must be 1 to 40 English letters, digits and _',
    '应为 1 至 40 位英文字母、数字和 _',
    '應為 1 至 40 位英文字母、數字和 _',
    'phải gồm 1 đến 40 chữ cái tiếng Anh, chữ số và _',
  ),
};

/** What a pattern asks for, in words; undefined where nobody has written them. */
export function patternText(source: string, language: Language): string | undefined {
  return TEXTS[source]?.[language];
}

/** Every pattern that has words. */
export const WORDED_PATTERNS: readonly string[] = Object.keys(TEXTS);
