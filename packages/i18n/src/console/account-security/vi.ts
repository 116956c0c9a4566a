import { translation } from '../../catalogue.ts';
import { ownAccount } from '../own-account/vi.ts';
import type { own as english } from './en.ts';

const own = translation<typeof english>()({
  'accountSecurity.hint': 'Bạn đăng nhập bằng gì và đang đăng nhập ở đâu.',
  'accountSecurity.identity': 'Xác minh danh tính',
  'accountSecurity.team': 'Nhóm',
  'accountSecurity.audit': 'Nhật ký thao tác',
  'accountSecurity.present': 'Mã của trình xác thực hiện tại, hoặc mã khôi phục',
  'accountSecurity.presentHint': 'Trình xác thực hiện tại vẫn dùng được cho đến khi hoàn tất.',
  'accountSecurity.presentRequired': 'Nhập {digits} chữ số của trình xác thực hiện tại, hoặc một mã khôi phục',
  'accountSecurity.recovery': 'Mã khôi phục',
  'accountSecurity.recoveryHint':
    'Dành cho khi bạn mất trình xác thực: mỗi mã đăng nhập được một lần thay cho mã xác minh và cho phép thiết lập trình xác thực khác.',
  'accountSecurity.recoveryNone': 'Chưa tạo',
  'accountSecurity.recoveryLeft': 'Còn {left} trên {of}',
  'accountSecurity.recoveryMade': 'Tạo lúc {time}',
  'accountSecurity.recoveryMake': 'Tạo mã khôi phục',
  'accountSecurity.recoveryRenew': 'Tạo mã khôi phục mới',
  'accountSecurity.recoveryEffect': 'Mã chỉ hiển thị một lần. Hãy cất ở nơi khác với điện thoại.',
  'accountSecurity.recoveryRenewEffect': 'Các mã đã tạo trước đây không dùng được nữa. Mã mới chỉ hiển thị một lần.',
  'accountSecurity.recoveryUnseen': 'Mã đã được tạo nhưng không nhận được trả lời. Hãy tạo mã mới.',
  'accountSecurity.recoveryLead':
    'Hãy in hoặc chép lại và cất ở nơi khác với điện thoại. Ai có một mã cùng mật khẩu của bạn đều có thể đăng nhập.',
  'accountSecurity.recoveryStored': 'Tôi đã cất mã khôi phục',
  'accountSecurity.recoveryStoredFirst': 'Hãy cất mã trước: mã sẽ không hiển thị lại.',
  'accountSecurity.recoveryDone': 'Xong',
  'accountSecurity.mail': 'Email nhận thông báo',
  'accountSecurity.mailHint': 'Bạn được báo tại đây khi mật khẩu, trình xác thực hoặc địa chỉ này thay đổi.',
  'accountSecurity.mailPresent': 'Địa chỉ hiện tại',
  'accountSecurity.mailNone': 'Chưa có',
  'accountSecurity.mailNew': 'Địa chỉ email mới',
  'accountSecurity.mailWrong': 'Định dạng email không hợp lệ',
  'accountSecurity.mailSend': 'Gửi mã đến địa chỉ này',
  'accountSecurity.mailSent': 'Mã đang được gửi đến {mail}.',
  'accountSecurity.mailCode': 'Mã trong email',
  'accountSecurity.mailCodeRequired': 'Nhập {digits} chữ số của mã trong email',
  'accountSecurity.mailLanguageHint': 'Ngôn ngữ của email được gửi.',
  'accountSecurity.mailSet': 'Đặt email nhận thông báo',
  'accountSecurity.mailEffect': 'Địa chỉ trước đó được báo một lần về thay đổi này.',
  'accountSecurity.mailDone': 'Đã đặt email nhận thông báo',
  'accountSecurity.zone': 'Múi giờ',
  'accountSecurity.zoneHint':
    'Trang quản trị hiển thị thời gian, tính ngày và tổng theo múi giờ này; ngày của hạn mức miễn duyệt cũng vậy.',
  'accountSecurity.zonePresent': 'Hiện tại',
  'accountSecurity.zoneNew': 'Múi giờ của trang quản trị',
  'accountSecurity.zoneBrowser': 'Của trình duyệt ({zone})',
  'accountSecurity.zoneSame': 'Đây là múi giờ hiện tại',
  'accountSecurity.zoneSet': 'Đặt múi giờ',
  'accountSecurity.zoneEffect': 'Ngày của hạn mức bắt đầu lúc 0 giờ theo múi giờ này; nếu chọn múi giờ của trình duyệt, lúc 0 giờ UTC.',
  'accountSecurity.zoneDone': 'Đã đặt múi giờ',
});

export const accountSecurity = { ...ownAccount, ...own };
