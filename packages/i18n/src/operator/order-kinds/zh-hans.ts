import { translation } from '../../catalogue.ts';
import type { orderKinds as english } from './en.ts';

export const orderKinds = translation<typeof english>()({
  'orderKind.payment': '付款订单',
  'orderKind.transfer': '转账',
  'orderKind.refund': '退款',
  'orderKind.user_withdrawal': '用户提现',
  'orderKind.adjustment': '用户调账',
  'orderKind.usdt_recharge': 'USDT 充值',
  'orderKind.usdt_withdrawal': 'USDT 提币',
  'orderKind.fiat_withdrawal': '法币提现',
  'orderKind.chain_deposit': '链上充值',
});
