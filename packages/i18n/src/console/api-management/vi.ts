import { translation } from '../../catalogue.ts';
import type { apiManagement as english } from './en.ts';

export const apiManagement = translation<typeof english>()({
  'apiManagement.hint': 'Cách hệ thống của bạn kết nối với Purser và nhận thông báo.',
  'apiManagement.docs': 'Tài liệu API',

  'apiManagement.keyTitle': 'Khóa truy cập',
  'apiManagement.keyHint': 'Hệ thống của bạn dùng khóa này để ký mọi yêu cầu. Mỗi tài khoản có tối đa {limit} khóa.',
  'apiManagement.verify': 'Xác minh danh tính',
  'apiManagement.keyEmptyTitle': 'Chưa có khóa truy cập',
  'apiManagement.keyEmptyHint': 'Hãy tạo khóa để hệ thống của bạn có thể tạo và tra cứu đơn hàng.',
  'apiManagement.keyCreate': 'Tạo khóa truy cập',
  'apiManagement.keyId': 'ID khóa truy cập',
  'apiManagement.keyCreated': 'Ngày tạo',
  'apiManagement.keyLastUsed': 'Dùng lần cuối',
  'apiManagement.keyNeverUsed': 'Chưa từng',
  'apiManagement.ips': 'Quyền IP',
  'apiManagement.ipsAny': 'Mọi địa chỉ',
  'apiManagement.ipsChange': 'Đổi quyền IP',
  'apiManagement.ipsLabel': 'Địa chỉ IP được phép',
  'apiManagement.ipsHint': 'Mỗi dòng một địa chỉ hoặc dải CIDR, ví dụ 203.0.113.7 hoặc 203.0.113.0/24. Tối đa {limit}.',
  'apiManagement.ipsAnyWarning': 'Nếu để trống, khóa dùng được từ mọi địa chỉ.',
  'apiManagement.ipsWrong': 'Định dạng IP không đúng: {entry}',
  'apiManagement.ipsTooMany': 'Tối đa {limit} mục',
  'apiManagement.ipsBefore': 'Được phép trước đây',
  'apiManagement.ipsAfter': 'Được phép từ nay',
  'apiManagement.continue': 'Tiếp tục',
  'apiManagement.keyDelete': 'Xóa',
  'apiManagement.keyDeleteTitle': 'Xóa khóa truy cập?',
  'apiManagement.keyDeleteWarning': 'Từ lúc đó, mọi yêu cầu ký bằng khóa này đều bị từ chối. Không thể hoàn tác.',
  'apiManagement.added': 'Đã thêm',
  'apiManagement.modified': 'Đã sửa',
  'apiManagement.deleted': 'Đã xóa',

  'apiManagement.secretTitle': 'Hãy lưu khóa bí mật ngay',
  'apiManagement.secretLead':
    'Khóa chỉ hiển thị một lần này. Ai có khóa đều có thể ký yêu cầu thay bạn: hãy cất giữ như mật khẩu của hệ thống.',
  'apiManagement.keySecret': 'Khóa bí mật (Secret)',
  'apiManagement.secretStored': 'Tôi đã lưu khóa bí mật',
  'apiManagement.secretStoredFirst': 'Hãy lưu khóa bí mật rồi đánh dấu vào ô',
  'apiManagement.secretDone': 'Xong',
  'apiManagement.keySecretLost': 'Đã tạo khóa, nhưng phản hồi chứa khóa bí mật đã bị mất. Hãy xóa khóa này và tạo khóa khác.',
  'apiManagement.triedBefore':
    'Không nhận được phản hồi nên chưa rõ thao tác đã được thực hiện hay chưa. Hãy nhập mã mới và thử lại: thao tác không bao giờ được thực hiện hai lần.',

  'apiManagement.nothingChanged': 'Không có gì thay đổi',

  'apiManagement.cutInTitle': 'Cài đặt tích hợp',
  'apiManagement.cutInHint': 'Điểm nhận webhook, giá trị mặc định của đơn và nhật ký gửi.',
  'apiManagement.cutInOpen': 'Mở cài đặt tích hợp',
  'apiManagement.logoTitle': 'Logo của bạn',
  'apiManagement.logoHint': 'Người thanh toán thấy logo bên cạnh tên của bạn trên trang thanh toán.',
  'apiManagement.logoLabel': 'Logo',
  'apiManagement.logoFieldHint': 'JPG, PNG hoặc WEBP, tối đa 2 MB. Ảnh vuông hiển thị đẹp nhất.',
  'apiManagement.logoRemoved': 'Đã gỡ bỏ',
});
