import { translation } from '../../catalogue.ts';
import type { dashboard as english } from './en.ts';

export const dashboard = translation<typeof english>()({
  'dashboard.hint': 'Hôm nay đến lúc này, so với hôm qua cùng thời điểm',
  'dashboard.available': 'Số dư khả dụng',
  'dashboard.amountPaid': 'Người dùng đã trả',
  'dashboard.settled': 'Quyết toán cho bạn',
  'dashboard.fee': 'Phí xử lý',
  'dashboard.created': 'Số đơn đã tạo',
  'dashboard.paid': 'Số đơn đã thanh toán',
  'dashboard.payers': 'Số người thanh toán',
  'dashboard.transferredIn': 'Nhận từ người bán khác',
  'dashboard.transferredOut': 'Chuyển cho người bán khác',
  'dashboard.yesterday': 'Hôm qua đến giờ này',
  'dashboard.up': 'Tăng {percent}% so với giờ này hôm qua',
  'dashboard.down': 'Giảm {percent}% so với giờ này hôm qua',
  'dashboard.same': 'Bằng giờ này hôm qua',
  'dashboard.chart': '30 ngày qua',
  'dashboard.chartAmount': 'Người dùng thanh toán, {coin} mỗi ngày',
  'dashboard.view': 'Cách hiển thị 30 ngày qua',
  'dashboard.chartView': 'Biểu đồ',
  'dashboard.tableView': 'Bảng',
  'dashboard.day': 'Ngày',
  'dashboard.chartSummary': 'Trong 30 ngày có {paid} đơn được thanh toán, tổng {amount} {coin}. Ngày cao nhất là {day}.',
  'dashboard.nothingTitle': 'Không có đơn nào được thanh toán trong 30 ngày qua',
  'dashboard.nothingHint':
    'Đơn hàng do hệ thống của bạn tạo. Hãy thiết lập quyền truy cập trong mục Quản lý API, khoản thanh toán đầu tiên sẽ hiện ngay tại đây.',
  'dashboard.nothingAction': 'Đến Quản lý API',
  'dashboard.noMarketTitle': 'Chưa kích hoạt thị trường nào',
  'dashboard.noMarketHint': 'Hãy liên hệ bộ phận hỗ trợ để kích hoạt thị trường cho tài khoản.',
});
