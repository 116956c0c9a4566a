import { translation } from '../../catalogue.ts';
import type { news as english } from './en.ts';

export const news = translation<typeof english>()({
  'news.title': '新动态',
  'news.none': '暂无动态',
  'news.new': '新',
  'news.payments': '自您上次查看以来，有 {count} 笔订单已支付',
  'news.first_payment': '您的首笔订单已支付：{amount}',
  'news.transfer_received': '收到转账：{amount}',
  'news.webhook_waiting': '您的系统有 {count} 个事件未能接收，仍在继续发送',
  'news.webhook_failed': '{count} 个事件未能发送到您的系统',
  'news.access_key_made': '已创建访问密钥',
  'news.payout_address_changed': '提币地址已变更',
  'news.identity_approved': '您的身份认证已通过',
  'news.identity_rejected': '您的身份认证未通过，请查看原因',
  'news.bank_account_verified': '银行账户已通过验证',
  'news.bank_account_rejected': '银行账户未通过验证，请查看原因',
  'news.withdrawals_waiting': '有 {count} 笔用户提现等待您审核',
  'news.review_approved': '{what}已通过：{amount}',
  'news.review_rejected': '{what}已拒绝：{amount}',
  'news.payout_failed': '{what}未能打款：{amount}',
  'news.order.user_withdrawal': '用户提现',
  'news.order.adjustment': '调账',
  'news.order.usdt_recharge': 'USDT 充值',
  'news.order.usdt_withdrawal': 'USDT 提币',
  'news.order.fiat_withdrawal': '法币提现',
});
