import { translation } from '../../catalogue.ts';
import type { signIn as english } from './en.ts';

export const signIn = translation<typeof english>()({
  'signIn.title': 'Đăng nhập trang vận hành',
  'signIn.username': 'Tên đăng nhập',
  'signIn.password': 'Mật khẩu',
  'signIn.usernameRequired': 'Nhập tên đăng nhập',
  'signIn.passwordRequired': 'Nhập mật khẩu',
  'signIn.continue': 'Tiếp tục',
  'signIn.busy': 'Vui lòng chờ…',
  'signIn.as': 'Đang đăng nhập với {username}',
  'signIn.code': 'Mã xác minh Google',
  'signIn.codeHint': '6 chữ số trong trình xác thực',
  'signIn.codeRequired': 'Nhập đủ {digits} chữ số của mã',
  'signIn.submit': 'Đăng nhập',
  'signIn.passkey': 'Đăng nhập bằng mã khóa',
  'signIn.passkeyNotUsed': 'Chưa dùng mã khóa nào. Hãy thử lại hoặc nhập mã.',
  'signIn.other': 'Dùng tài khoản khác',
  'signIn.ended': 'Phiên đăng nhập đã kết thúc. Hãy đăng nhập để tiếp tục.',
  'signIn.restricted': 'Truy cập từ địa chỉ này bị hạn chế.',
  'signIn.insecure': 'Trình duyệt chỉ mã hóa mật khẩu trên địa chỉ an toàn. Hãy mở trang này qua HTTPS.',
});
