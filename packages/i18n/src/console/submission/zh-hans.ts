import { translation } from '../../catalogue.ts';
import type { submission as english } from './en.ts';

export const submission = translation<typeof english>()({
  'submission.hint': '您已提交、等待服务商处理的订单。可在对应类型的页面取消。',
  'submission.table': '等待服务商处理的订单',
  'submission.detailTitle': '提交的订单',
  'submission.kindTitle': '类型',
  'submission.kind.usdt_recharge': 'USDT 充值',
  'submission.kind.usdt_withdrawal': 'USDT 提币',
  'submission.kind.fiat_withdrawal': '法币提现',
  'submission.kind.adjustment': '用户调账',
  'submission.status.pending_review': '待审核',
  'submission.status.failed': '失败，处理中',
  'submission.status.appeal': '申诉中',
  'submission.age': '等待时间',
  'submission.expectedSettlement': '预计结算金额',
  'submission.expectedFee': '预计手续费',
  'submission.otherAmount': '待兑换数量',
  'submission.user': '用户',
  'submission.network': '网络',
  'submission.address': '地址',
  'submission.txid': '交易哈希（TXID）',
  'submission.note': '备注',
  'submission.emptyTitle': '没有等待服务商处理的订单',
  'submission.emptyHint': '您提交的订单会显示在这里，直至处理完成。',
  'submission.identityWaits': '您的身份认证正在审核',
  'submission.accountsWait': '{count} 个银行账户正在验证',
});
