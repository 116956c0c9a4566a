import { translation } from '../../catalogue.ts';
import type { orderKinds as english } from './en.ts';

export const orderKinds = translation<typeof english>()({
  'orderKind.payment': 'Đơn thanh toán',
  'orderKind.transfer': 'Chuyển tiền',
  'orderKind.refund': 'Hoàn tiền',
  'orderKind.user_withdrawal': 'Người dùng rút tiền',
  'orderKind.adjustment': 'Điều chỉnh tài khoản',
  'orderKind.usdt_recharge': 'Nạp USDT',
  'orderKind.usdt_withdrawal': 'Rút USDT',
  'orderKind.fiat_withdrawal': 'Rút tiền pháp định',
  'orderKind.chain_deposit': 'Nạp trên chuỗi',
});
