import { translation } from '../catalogue.ts';
import type { fileTexts as english } from './en.ts';

export const fileTexts = translation<typeof english>()({
  fundFlow: 'Biến động số dư',
  time: 'Thời gian (UTC)',
  serial_number: 'Mã giao dịch',
  transaction_type: 'Loại',
  coin_name: 'Loại tiền',
  transaction_number: 'Số tiền thay đổi',
  charge: 'Phí',
  available_before_number: 'Khả dụng trước',
  available_after_number: 'Khả dụng sau',
  frozen_before_number: 'Đóng băng trước',
  frozen_after_number: 'Đóng băng sau',
  pending_before_number: 'Chờ xác nhận trước',
  pending_after_number: 'Chờ xác nhận sau',
  merchant_id: 'Mã người bán',
  merchant_name: 'Tên người bán',
  'type.payment': 'Thanh toán',
  'type.transfer': 'Chuyển tiền',
  'type.issuance': 'Nạp tiền',
  'type.reward_grant': 'Cấp thưởng',
});
