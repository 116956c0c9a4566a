import { translation } from '../../catalogue.ts';
import type { deliveries as english } from './en.ts';

export const deliveries = translation<typeof english>()({
  'deliveries.title': 'Lần gửi webhook',
  'deliveries.none': 'Hệ thống của người bán không được báo: lúc đó không có điểm nhận webhook nào đang bật cho loại sự kiện này.',
  'deliveries.notKept':
    'Các lần gửi webhook được lưu trong {days} ngày. Những thông báo cũ hơn tới hệ thống của người bán không còn được liệt kê.',
  'deliveries.state.pending': 'Đang chờ',
  'deliveries.state.delivered': 'Gửi thành công',
  'deliveries.state.failed': 'Thất bại',
  'deliveries.to': 'Gửi đến {host}',
  'deliveries.attempts': 'Đã thử {count} lần, gần nhất lúc {time}',
  'deliveries.noAttempt': 'Chưa thử',
  'deliveries.answered': 'HTTP {status}',
  'deliveries.unanswered': 'Không có phản hồi',
  'deliveries.nextAttempt': 'Lần thử tiếp theo lúc {time}',
});
