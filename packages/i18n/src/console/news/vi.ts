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
  'news.payout_address_changed': 'Một địa chỉ rút tiền đã được thay đổi',
  'news.identity_approved': 'Danh tính của bạn đã được duyệt',
  'news.identity_rejected': 'Danh tính của bạn chưa được duyệt: xem lý do',
  'news.bank_account_verified': 'Một tài khoản ngân hàng đã được xác minh',
  'news.bank_account_rejected': 'Một tài khoản ngân hàng bị từ chối: xem lý do',
  'news.withdrawals_waiting': '{count} yêu cầu rút tiền của người dùng đang chờ bạn duyệt',
  'news.review_approved': '{what} đã được duyệt: {amount}',
  'news.review_rejected': '{what} bị từ chối: {amount}',
  'news.payout_failed': '{what} không chi trả được: {amount}',
  'news.order.user_withdrawal': 'Rút tiền của người dùng',
  'news.order.adjustment': 'Điều chỉnh',
  'news.order.usdt_recharge': 'Nạp USDT',
  'news.order.usdt_withdrawal': 'Rút USDT',
  'news.order.fiat_withdrawal': 'Rút tiền pháp định',
});
