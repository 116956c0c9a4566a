import { business, passing, transport } from '../outcome.ts';

/** Files: codes 71xx. */
export const files = {
  file_type_refused: business(7101, {
    en: 'This kind of file is not accepted here. Accepted: {types}.',
    zh_Hans: '此处不接受这种类型的文件，可上传：{types}',
    zh_Hant: '此處不接受這種類型的檔案，可上傳：{types}',
    vi: 'Loại tệp này không được chấp nhận ở đây. Được chấp nhận: {types}.',
  }),
  file_too_large: business(7102, {
    en: 'The file is too large. It may have at most {megabytes} MB.',
    zh_Hans: '文件过大，最大 {megabytes} MB',
    zh_Hant: '檔案過大，最大 {megabytes} MB',
    vi: 'Tệp quá lớn. Tối đa {megabytes} MB.',
  }),
  file_unreadable: business(7103, {
    en: 'The file cannot be read. It is empty or damaged.',
    zh_Hans: '无法读取该文件，文件为空或已损坏',
    zh_Hant: '無法讀取該檔案，檔案為空或已損毀',
    vi: 'Không thể đọc tệp. Tệp trống hoặc bị hỏng.',
  }),
  picture_too_small: business(7104, {
    en: 'The picture is too small. It must be at least {pixels} pixels wide and high.',
    zh_Hans: '图片过小，宽和高至少为 {pixels} 像素',
    zh_Hant: '圖片過小，寬和高至少為 {pixels} 像素',
    vi: 'Ảnh quá nhỏ. Chiều rộng và chiều cao tối thiểu là {pixels} pixel.',
  }),
  picture_too_large: business(7105, {
    en: 'The picture has too many pixels. It may have at most {megapixels} million.',
    zh_Hans: '图片像素过多，最多 {megapixels} 百万像素',
    zh_Hant: '圖片像素過多，最多 {megapixels} 百萬像素',
    vi: 'Ảnh có quá nhiều pixel. Tối đa {megapixels} triệu pixel.',
  }),
  picture_animated: business(7106, {
    en: 'Moving pictures are not accepted.',
    zh_Hans: '不接受动态图片',
    zh_Hant: '不接受動態圖片',
    vi: 'Không chấp nhận ảnh động.',
  }),
  too_many_unused_files: passing(7107, {
    en: 'You have sent {limit} files that are not used yet. Those that stay unused are removed after {hours} hours.',
    zh_Hans: '您已上传 {limit} 个尚未使用的文件，未使用的文件将在 {hours} 小时后删除',
    zh_Hant: '您已上傳 {limit} 個尚未使用的檔案，未使用的檔案將在 {hours} 小時後刪除',
    vi: 'Bạn đã gửi {limit} tệp chưa được sử dụng. Tệp không được sử dụng sẽ bị xóa sau {hours} giờ.',
  }),
  file_space_used_up: passing(7108, {
    en: 'The space for your files, {megabytes} MB, is used up.',
    zh_Hans: '您的文件空间（{megabytes} MB）已用完',
    zh_Hant: '您的檔案空間（{megabytes} MB）已用完',
    vi: 'Dung lượng cho tệp của bạn ({megabytes} MB) đã hết.',
  }),
  file_has_no_preview: business(7109, {
    en: 'This kind of file has no preview. Please download it.',
    zh_Hans: '该类型的文件不支持预览，请下载后打开',
    zh_Hant: '該類型的檔案不支援預覽，請下載後開啟',
    vi: 'Loại tệp này không xem trước được. Vui lòng tải xuống.',
  }),
  file_damaged: passing(7110, {
    en: 'The kept file is damaged and is not shown. Please contact customer service.',
    zh_Hans: '保存的文件已损坏，无法显示，请联系客服',
    zh_Hant: '保存的檔案已損毀，無法顯示，請聯絡客服',
    vi: 'Tệp đã lưu bị hỏng nên không hiển thị. Vui lòng liên hệ bộ phận hỗ trợ.',
  }),
  file_not_usable: business(7111, {
    en: 'The file is not there any more or was sent for something else. Please choose it again.',
    zh_Hans: '该文件已不存在或用于其他用途，请重新选择',
    zh_Hant: '該檔案已不存在或用於其他用途，請重新選擇',
    vi: 'Tệp không còn nữa hoặc được gửi cho mục đích khác. Vui lòng chọn lại.',
  }),
  file_storage_away: transport(7120, 503, {
    en: 'Files cannot be kept or shown at the moment. Please try again later.',
    zh_Hans: '暂时无法保存或显示文件，请稍后再试',
    zh_Hant: '暫時無法保存或顯示檔案，請稍後再試',
    vi: 'Hiện không thể lưu hoặc hiển thị tệp. Vui lòng thử lại sau.',
  }),
} as const;
