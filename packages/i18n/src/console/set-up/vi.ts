import { translation } from '../../catalogue.ts';
import type { setUp as english } from './en.ts';

export const setUp = translation<typeof english>()({
  'setUp.title': 'Thiết lập tài khoản người bán của bạn',
  'setUp.lead': 'Đây là tài khoản của {name}. Tên đăng nhập của bạn là {username}; hãy chọn mật khẩu cho tài khoản.',
  'setUp.password': 'Mật khẩu mới',
  'setUp.passwordHint': 'Ít nhất {minimum} chữ số, chữ cái hoặc dấu câu',
  'setUp.passwordRequired': 'Nhập mật khẩu mới',
  'setUp.passwordUnfit': '{minimum} đến {maximum} chữ số, chữ cái hoặc dấu câu, không có dấu cách',
  'setUp.again': 'Nhập lại mật khẩu mới',
  'setUp.differs': 'Mật khẩu không khớp',
  'setUp.continue': 'Tiếp tục',
  'setUp.authenticatorLead':
    'Mỗi lần đăng nhập và chi tiền đều cần mã từ trình xác thực trên điện thoại của bạn. Nếu mở lại trang này, một khóa khác sẽ hiện ra: khi đó hãy xóa mục trước trong ứng dụng.',
  'setUp.done': 'Tài khoản đã sẵn sàng',
  'setUp.refusedTitle': 'Liên kết này không dùng được',
  'setUp.refusedHint': 'Liên kết có thể đã bị thu hồi hoặc chưa được sao chép đầy đủ. Hãy xin người gửi một liên kết mới.',
  'setUp.expiredTitle': 'Liên kết này đã hết hạn',
  'setUp.expiredHint': 'Liên kết chỉ có hiệu lực trong thời gian giới hạn. Hãy xin người gửi một liên kết mới.',
  'setUp.usedTitle': 'Liên kết này đã được dùng',
  'setUp.usedHint':
    'Nếu bạn đã dùng, hãy đăng nhập. Nếu không, hãy báo ngay cho bộ phận hỗ trợ: người khác có thể đang nắm tài khoản của bạn.',
  'setUp.toLogin': 'Đến trang đăng nhập',
});
