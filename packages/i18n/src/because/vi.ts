import { translation } from '../catalogue.ts';
import type { quotaBecause as quota, riskBecause as risk } from './en.ts';

export const quotaBecause = translation<typeof quota>()({
  'because.no_limit': 'Chưa đặt hạn mức miễn duyệt cho loại tiền này.',
  'because.limit_off': 'Hạn mức miễn duyệt của loại tiền này đang tắt.',
  'because.single_limit': 'Số tiền vượt hạn mức mỗi lần.',
  'because.day_limit': 'Cộng đơn này sẽ vượt hạn mức ngày.',
  'because.hour_limit': 'Cộng đơn này sẽ vượt hạn mức giờ.',
  'because.day_count': 'Số đơn miễn duyệt hôm nay đã hết.',
  'because.hour_count': 'Số đơn miễn duyệt trong giờ này đã hết.',
});

export const riskBecause = translation<typeof risk>()({
  'because.title': 'Vì sao cần xem kỹ',
  'because.new_device': 'Đã đăng nhập bằng thiết bị mới trong 24 giờ qua.',
  'because.new_address': 'Đã đăng nhập từ địa chỉ mới trong 24 giờ qua.',
  'because.password_changed': 'Mật khẩu đăng nhập đã thay đổi trong 24 giờ qua.',
  'because.code_changed': 'Trình xác thực đã thay đổi trong 24 giờ qua.',
  'because.payment_password_changed': 'Mật khẩu thanh toán đã được đặt hoặc thay đổi trong 24 giờ qua.',
  'because.key_changed': 'Khóa truy cập đã được tạo hoặc thay đổi trong 24 giờ qua.',
  'because.key_new_address': 'Khóa truy cập được dùng lần đầu từ địa chỉ này trong 24 giờ qua.',
});
