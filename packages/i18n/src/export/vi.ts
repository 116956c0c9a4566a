import { translation } from '../catalogue.ts';
import type { fileTexts as english } from './en.ts';

export const fileTexts = translation<typeof english>()({
  fundFlow: 'Dòng tiền',
  time: 'Thời gian (UTC)',
  serial_number: 'Số giao dịch',
  transaction_type: 'Loại',
  coin_name: 'Loại tiền',
  transaction_number: 'Biến động',
  charge: 'Phí',
  available_before_number: 'Khả dụng trước',
  available_after_number: 'Khả dụng sau',
  frozen_before_number: 'Đóng băng trước',
  frozen_after_number: 'Đóng băng sau',
  pending_before_number: 'Chờ xác nhận trước',
  pending_after_number: 'Chờ xác nhận sau',
  merchant_id: 'Mã thương nhân',
  merchant_name: 'Tên thương nhân',
  'type.payment': 'Thanh toán',
  'type.transfer': 'Chuyển khoản',
  'type.issuance': 'Phát hành',
  'type.reward_grant': 'Cấp thưởng',
});
