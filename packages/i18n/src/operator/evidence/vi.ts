import { translation } from '../../catalogue.ts';
import type { evidence as english } from './en.ts';

export const evidence = translation<typeof english>()({
  'evidence.chain': 'Trên chuỗi',
  'evidence.chain_token': 'Token',
  'evidence.chain_recipient': 'Đã chuyển đến',
  'evidence.chain_amount': 'Số đã đến',
  'evidence.chain_transfers': 'Các lần chuyển đến địa chỉ này',
  'evidence.chain_told': 'Số đã khai báo',
  'evidence.chain_confirmations': 'Số xác nhận',
  'evidence.chain_mined': 'Thời điểm vào khối',
  'evidence.chain_sender': 'Gửi từ',
  'evidence.chain_credited': 'Đã ghi có',
  'evidence.told_before': 'Đã khai báo rồi hủy, với tỷ giá',
  'evidence.bank_account': 'Tài khoản ngân hàng',
  'evidence.account_holder': 'Chủ tài khoản',
  'evidence.account_status': 'Trạng thái tài khoản',
  'evidence.owner_status': 'Trạng thái chủ sở hữu',
  'evidence.appeal_reason': 'Nội dung khiếu nại',
});
