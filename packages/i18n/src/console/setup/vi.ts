import { translation } from '../../catalogue.ts';
import type { setup as english } from './en.ts';

export const setup = translation<typeof english>()({
  'setup.title': 'Chuẩn bị nhận thanh toán',
  'setup.progress': 'Đã xong {done}/{all}',
  'setup.done': 'Đã xong',
  'setup.open': 'Chưa xong',
  'setup.identity': 'Xác minh danh tính',
  'setup.identityHint': 'Bộ phận hỗ trợ làm việc này cùng bạn, trước khi có khóa truy cập.',
  'setup.access_key': 'Tạo khóa truy cập',
  'setup.access_keyHint': 'Hệ thống của bạn ký yêu cầu bằng khóa này.',
  'setup.webhook': 'Đặt địa chỉ webhook',
  'setup.webhookHint': 'Mỗi lần thanh toán được báo tới đó.',
  'setup.test_event': 'Gửi sự kiện thử',
  'setup.test_eventHint': 'Cho thấy hệ thống của bạn có trả lời.',
  'setup.first_order': 'Tạo đơn hàng đầu tiên',
  'setup.first_orderHint': 'Hệ thống của bạn tạo qua API; tài liệu có mẫu.',
});
