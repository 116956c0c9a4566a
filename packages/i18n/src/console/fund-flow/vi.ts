import { translation } from '../../catalogue.ts';
import type { fundFlow as english } from './en.ts';

export const fundFlow = translation<typeof english>()({
  'fundFlow.hint': 'Mọi thay đổi số dư, đúng như trong sổ cái',
  'fundFlow.chargedToRecipient': 'Bên nhận chịu',
  'fundFlow.availableBefore': 'Khả dụng trước',
  'fundFlow.frozenBefore': 'Đóng băng trước',
  'fundFlow.frozenAfter': 'Đóng băng sau',
  'fundFlow.pendingBefore': 'Chờ xác nhận trước',
  'fundFlow.pendingAfter': 'Chờ xác nhận sau',
  'fundFlow.statements': 'Sao kê',
  'fundFlow.stats': 'Tổng theo bộ lọc này',
  'fundFlow.in': 'Tiền vào',
  'fundFlow.out': 'Tiền ra',
  'fundFlow.count': 'Số bút toán',
  'fundFlow.detailTitle': 'Chi tiết biến động số dư',
  'fundFlow.emptyTitle': 'Chưa có biến động số dư',
  'fundFlow.emptyHint': 'Bút toán sẽ xuất hiện khi có khoản thanh toán hoặc chuyển tiền đầu tiên.',
  'fundFlow.statsNone': 'Không có gì để cộng',
});
