import { translation } from '../../catalogue.ts';
import type { submission as english } from './en.ts';

export const submission = translation<typeof english>()({
  'submission.hint': 'Những gì bạn đã gửi và nhà cung cấp còn phải quyết định. Hủy tại trang của từng loại.',
  'submission.table': 'Đơn đang chờ nhà cung cấp',
  'submission.detailTitle': 'Đơn đã gửi',
  'submission.kindTitle': 'Loại',
  'submission.kind.usdt_recharge': 'Nạp USDT',
  'submission.kind.usdt_withdrawal': 'Rút USDT',
  'submission.kind.fiat_withdrawal': 'Rút tiền pháp định',
  'submission.kind.adjustment': 'Điều chỉnh tài khoản người dùng',
  'submission.status.pending_review': 'Chờ duyệt',
  'submission.status.failed': 'Thất bại, đang xử lý',
  'submission.status.appeal': 'Khiếu nại',
  'submission.age': 'Chờ từ',
  'submission.expectedSettlement': 'Số tiền quyết toán dự kiến',
  'submission.expectedFee': 'Phí xử lý dự kiến',
  'submission.otherAmount': 'Sẽ quy đổi',
  'submission.user': 'Người dùng',
  'submission.network': 'Mạng',
  'submission.address': 'Địa chỉ',
  'submission.txid': 'TXID',
  'submission.note': 'Ghi chú',
  'submission.emptyTitle': 'Không có đơn nào đang chờ nhà cung cấp',
  'submission.emptyHint': 'Những gì bạn gửi sẽ hiện ở đây cho đến khi được quyết định.',
  'submission.identityWaits': 'Danh tính của bạn đang được xét duyệt',
  'submission.accountsWait': '{count} tài khoản ngân hàng đang được xác minh',
});
