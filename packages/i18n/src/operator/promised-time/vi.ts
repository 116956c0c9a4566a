import { translation } from '../../catalogue.ts';
import type { promisedTime as english } from './en.ts';

export const promisedTime = translation<typeof english>()({
  'promised.hint':
    'Những gì đang chờ được cam kết xử lý trong bao nhiêu giờ. Trang tổng quan hiển thị cạnh thời gian chờ lâu nhất, hàng chờ hiển thị theo từng mục.',
  'promised.title': 'Tính bằng giờ',
  'promised.bounds': '{least} đến {most}',
  'promised.outOfBounds': 'Nhập số nguyên từ {least} đến {most}',
  'promised.review': 'Xem lại thay đổi',
  'promised.change': 'Thay đổi thời hạn cam kết',
  'promised.effect': 'Từ nay trang tổng quan và hàng chờ báo trễ theo các thời hạn này. Không có gì khác phụ thuộc vào chúng.',
  'promised.unchanged': 'Không có gì thay đổi',
  'promised.done': 'Đã thay đổi thời hạn cam kết',
  'promised.hours': '{hours} giờ',
  'promised.kind.held_deposits': 'Khoản nạp bị giữ',
  'promised.kind.approvals': 'Chờ người thứ hai phê duyệt',
  'promised.kind.appeals': 'Khiếu nại chờ quyết định',
  'promised.kind.usdt_recharges': 'Lệnh nạp USDT chờ duyệt',
  'promised.kind.usdt_withdrawals': 'Lệnh rút USDT chờ duyệt',
  'promised.kind.fiat_withdrawals': 'Lệnh rút tiền pháp định chờ duyệt',
  'promised.kind.identities': 'Danh tính chờ duyệt',
  'promised.kind.bank_accounts': 'Tài khoản ngân hàng chờ xác minh',
  'promised.kind.payouts': 'Khoản chi USDT chờ gửi',
  'promised.kind.failed_payouts': 'Khoản chi USDT thất bại',
  'promised.kind.bank_files': 'Yêu cầu rút chờ đưa vào tệp ngân hàng',
  'promised.kind.merchant_links': 'Người bán chưa thiết lập tài khoản',
  'promised.kind.staff_links': 'Liên kết thiết lập của nhân viên chưa được dùng',
  'promised.kind.failed_messages': 'Tin nhắn không gửi được',
  'promised.kind.delayed_messages': 'Tin nhắn phải thử lại đã lâu',
  'promised.kind.failing_webhooks': 'Người bán có địa chỉ webhook không nhận hết sự kiện',
});
