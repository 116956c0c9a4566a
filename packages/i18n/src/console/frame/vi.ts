import { translation } from '../../catalogue.ts';
import type { frame as english } from './en.ts';

export const frame = translation<typeof english>()({
  'shell.skip': 'Đến nội dung chính',
  'shell.menu': 'Menu',
  'shell.openMenu': 'Mở menu',
  'shell.language': 'Ngôn ngữ',
  'shell.night': 'Chuyển sang chế độ tối',
  'shell.day': 'Chuyển sang chế độ sáng',
  'shell.account': 'Tài khoản',
  'shell.lastLogin': 'Lần đăng nhập gần nhất',
  'shell.logout': 'Đăng xuất',
  'shell.reconnecting': 'Mất kết nối. Đang kết nối lại…',
  'shell.maintenanceFrom': 'Hệ thống sẽ bảo trì từ {from}. Trang quản trị tạm đóng trong thời gian đó.',
  'shell.maintenanceBetween': 'Hệ thống sẽ bảo trì từ {from} đến {until}. Trang quản trị tạm đóng trong thời gian đó.',
  'shell.updateTitle': 'Đã có phiên bản mới của trang quản trị.',
  'shell.updateAction': 'Tải lại',
  'failure.network': 'Không kết nối được máy chủ. Hãy kiểm tra mạng.',
  'failure.timeout': 'Máy chủ không phản hồi trong 60 giây.',
  'failure.unreadable': 'Không đọc được phản hồi của máy chủ.',
  'form.unsaved': 'Rời trang mà không lưu thay đổi?',
  'login.showPassword': 'Hiện mật khẩu',
  'login.hidePassword': 'Ẩn mật khẩu',
  'bind.scan': 'Quét mã này bằng Google Authenticator hoặc ứng dụng tương tự',
  'bind.secret': 'Hoặc nhập khóa này vào ứng dụng',
  'bind.secretName': 'khóa',
  'bind.qr': 'Mã QR cho ứng dụng xác thực',
});
