import { translation } from '../../catalogue.ts';
import type { review as english } from './en.ts';

export const review = translation<typeof english>()({
  'review.orders': 'Số đơn',
  'review.approve.title': 'Duyệt {count} đơn',
  'review.approve.act': 'Duyệt',
  'review.approve.warning': 'Tiền được chuyển ngay. Không thể hoàn tác.',
  'review.approve.done': 'Đã duyệt',
  'review.approve.doneMany': 'Đã duyệt {count} đơn',
  'review.approve.partly': 'Đã duyệt {done} đơn, {left} đơn chưa được duyệt',
  'review.reject.title': 'Từ chối {count} đơn',
  'review.reject.act': 'Từ chối',
  'review.reject.warning': 'Số tiền bị đóng băng sẽ khả dụng trở lại. Không thể hoàn tác.',
  'review.reject.done': 'Đã từ chối',
  'review.reject.doneMany': 'Đã từ chối {count} đơn',
  'review.reject.partly': 'Đã từ chối {done} đơn, {left} đơn chưa bị từ chối',
  'review.reason': 'Lý do từ chối',
  'review.reasonHint': 'Người gửi yêu cầu sẽ đọc được. Tối đa {most} ký tự.',
  'review.usualReasons': 'Lý do thường dùng',
  'review.reasonRequired': 'Hãy nêu lý do từ chối',
  'review.waiting': '{count} đơn chờ người thứ hai',
  'review.again': 'Thử lại các đơn này',
  'review.seeHow': 'Xem kết quả xử lý',
});
