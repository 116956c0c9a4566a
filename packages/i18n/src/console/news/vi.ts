import { translation } from '../../catalogue.ts';
import type { news as english } from './en.ts';

export const news = translation<typeof english>()({
  'news.title': 'Có gì mới',
  'news.none': 'Chưa có gì',
  'news.new': 'Mới',
  'news.payments': '{count} đơn hàng đã được thanh toán kể từ lần xem trước',
  'news.first_payment': 'Đơn hàng đầu tiên của bạn đã được thanh toán: {amount}',
  'news.transfer_received': 'Đã nhận chuyển tiền: {amount}',
  'news.webhook_waiting': 'Hệ thống của bạn chưa nhận {count} sự kiện; vẫn đang gửi tiếp',
  'news.webhook_failed': '{count} sự kiện không gửi được tới hệ thống của bạn',
  'news.access_key_made': 'Đã tạo khóa truy cập',
});
