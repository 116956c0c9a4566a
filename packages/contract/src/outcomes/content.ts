import { business } from '../outcome.ts';

/** Announcements, help, agreements: codes 70xx. */
export const content = {
  content_unknown: business(7001, {
    en: 'There is no such text.',
    zh_Hans: '未找到该内容，可能已撤下',
    zh_Hant: '找不到該內容，可能已撤下',
    vi: 'Không tìm thấy nội dung này, có thể đã được gỡ.',
  }),
  agreement_changed: business(7002, {
    en: 'A newer version has been published meanwhile. Please read it before you accept.',
    zh_Hans: '协议已有新版本，请阅读后再同意',
    zh_Hant: '協議已有新版本，請閱讀後再同意',
    vi: 'Đã có phiên bản mới hơn. Vui lòng đọc trước khi đồng ý.',
  }),
  content_stale: business(7003, {
    en: '{who} saved this text meanwhile. Nothing of yours was saved; load their version, then put your changes into it.',
    zh_Hans: '{who} 刚刚保存了此内容，您的修改未保存；请载入其版本后再修改',
    zh_Hant: '{who} 剛剛儲存了此內容，您的修改未儲存；請載入其版本後再修改',
    vi: '{who} vừa lưu nội dung này. Thay đổi của bạn chưa được lưu; hãy tải bản của họ rồi sửa lại.',
  }),
  content_slug_taken: business(7004, {
    en: 'Another text has this address already.',
    zh_Hans: '该地址已被其他内容使用',
    zh_Hant: '該網址已被其他內容使用',
    vi: 'Địa chỉ này đã được nội dung khác sử dụng.',
  }),
  content_incomplete: business(7005, {
    en: 'The English text needs a title and a body: readers of other languages are shown it where theirs is missing.',
    zh_Hans: '英文版需要标题和正文：其他语言缺失时将显示英文版',
    zh_Hant: '英文版需要標題和內文：其他語言缺少時將顯示英文版',
    vi: 'Bản tiếng Anh cần có tiêu đề và nội dung: bản này được hiển thị khi thiếu ngôn ngữ khác.',
  }),
  content_half_written: business(7006, {
    en: 'A title without a body, or a body without a title: {language}',
    zh_Hans: '标题与正文须同时填写：{language}',
    zh_Hant: '標題與內文須同時填寫：{language}',
    vi: 'Thiếu tiêu đề hoặc nội dung: {language}',
  }),
  content_state: business(7007, {
    en: 'This cannot be done with the text in its present state.',
    zh_Hans: '该内容当前状态不支持此操作',
    zh_Hant: '該內容目前狀態不支援此操作',
    vi: 'Không thể thực hiện với nội dung ở trạng thái hiện tại.',
  }),
  content_time_past: business(7008, {
    en: 'Choose a time in the future, within a year.',
    zh_Hans: '请选择一年以内的未来时间',
    zh_Hant: '請選擇一年以內的未來時間',
    vi: 'Hãy chọn thời điểm trong tương lai, trong vòng một năm.',
  }),
  content_unchanged: business(7009, {
    en: 'Nothing has changed since the last version.',
    zh_Hans: '自上一版本以来没有改动',
    zh_Hant: '自上一版本以來沒有變更',
    vi: 'Không có thay đổi so với phiên bản trước.',
  }),
} as const;
