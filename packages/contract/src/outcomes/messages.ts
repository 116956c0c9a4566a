import { business, passing } from '../outcome.ts';

/** Messages, their wording and codes that are sent to an address: 68xx. */
export const messages = {
  message_gone: business(6801, {
    en: 'What this message said is not kept any more, so it cannot be sent again.',
    zh_Hans: '该消息的内容已不再保留，无法重新发送',
    zh_Hant: '該訊息的內容已不再保留，無法重新傳送',
    vi: 'Nội dung tin nhắn này không còn được lưu nên không thể gửi lại.',
  }),
  message_variable_unknown: business(6802, {
    en: 'This message knows no variable {variable}.',
    zh_Hans: '该消息没有变量 {variable}',
    zh_Hant: '該訊息沒有變數 {variable}',
    vi: 'Tin nhắn này không có biến {variable}.',
  }),
  message_variable_missing: business(6803, {
    en: 'The text must contain {variable}, and not as part of an address: without it the message is of no use.',
    zh_Hans: '正文必须包含 {variable}，且不能作为网址的一部分，否则消息没有用处',
    zh_Hant: '內文必須包含 {variable}，且不能作為網址的一部分，否則訊息沒有用處',
    vi: 'Nội dung phải có {variable}, không nằm trong một địa chỉ: thiếu nó tin nhắn không có tác dụng.',
  }),
  message_secret_in_subject: business(6804, {
    en: '{variable} must not stand in the subject, which is shown on locked screens.',
    zh_Hans: '{variable} 不能出现在主题中，主题会显示在锁定的屏幕上',
    zh_Hant: '{variable} 不能出現在主旨中，主旨會顯示在鎖定的螢幕上',
    vi: '{variable} không được nằm trong tiêu đề, vì tiêu đề hiện trên màn hình khóa.',
  }),
  message_template_changed: business(6805, {
    en: 'Somebody has changed this text meanwhile. Please look at it again.',
    zh_Hans: '该文本已被他人修改，请重新查看',
    zh_Hant: '該文字已被他人修改，請重新檢視',
    vi: 'Nội dung này vừa được người khác thay đổi. Vui lòng xem lại.',
  }),
  message_address_wrong: business(6806, {
    en: 'This is not an address that the message can be sent to.',
    zh_Hans: '无法向该地址发送消息',
    zh_Hant: '無法向該地址傳送訊息',
    vi: 'Không thể gửi tin nhắn đến địa chỉ này.',
  }),
  message_secret_required: business(6807, {
    en: 'Please enter the password or key.',
    zh_Hans: '请输入密码或密钥',
    zh_Hant: '請輸入密碼或金鑰',
    vi: 'Vui lòng nhập mật khẩu hoặc khóa.',
  }),
  verification_code_wrong: passing(6808, {
    en: 'The verification code is wrong or has expired. Please check it or ask for a new one.',
    zh_Hans: '验证码错误或已失效，请检查或重新获取',
    zh_Hant: '驗證碼錯誤或已失效，請檢查或重新取得',
    vi: 'Mã xác minh sai hoặc không còn hiệu lực. Vui lòng kiểm tra hoặc lấy mã mới.',
  }),
} as const;
