import { translation } from '../../catalogue.ts';
import type { orderKinds as english } from './en.ts';

export const orderKinds = translation<typeof english>()({
  'orderKind.payment': '付款訂單',
  'orderKind.transfer': '轉帳',
  'orderKind.refund': '退款',
  'orderKind.user_withdrawal': '使用者提領',
  'orderKind.adjustment': '使用者調帳',
  'orderKind.usdt_recharge': 'USDT 儲值',
  'orderKind.usdt_withdrawal': 'USDT 提領',
  'orderKind.fiat_withdrawal': '法幣提領',
  'orderKind.chain_deposit': '鏈上儲值',
});
