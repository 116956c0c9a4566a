import { translation } from '../../catalogue.ts';
import type { news as english } from './en.ts';

export const news = translation<typeof english>()({
  'news.title': '最新動態',
  'news.none': '尚無動態',
  'news.new': '新',
  'news.payments': '自您上次檢視以來，有 {count} 筆訂單已支付',
  'news.first_payment': '您的首筆訂單已支付：{amount}',
  'news.transfer_received': '收到轉帳：{amount}',
  'news.webhook_waiting': '您的系統有 {count} 個事件未能接收，仍在繼續傳送',
  'news.webhook_failed': '{count} 個事件未能傳送到您的系統',
  'news.access_key_made': '已建立存取金鑰',
  'news.payout_address_changed': '提領地址已變更',
  'news.identity_approved': '您的身分驗證已通過',
  'news.identity_rejected': '您的身分驗證未通過，請檢視原因',
  'news.bank_account_verified': '銀行帳戶已通過驗證',
  'news.bank_account_rejected': '銀行帳戶未通過驗證，請檢視原因',
  'news.withdrawals_waiting': '有 {count} 筆使用者提領等待您審核',
  'news.review_approved': '{what}已通過：{amount}',
  'news.review_rejected': '{what}已拒絕：{amount}',
  'news.payout_failed': '{what}未能撥款：{amount}',
  'news.order.user_withdrawal': '使用者提領',
  'news.order.adjustment': '調帳',
  'news.order.usdt_recharge': 'USDT 儲值',
  'news.order.usdt_withdrawal': 'USDT 提領',
  'news.order.fiat_withdrawal': '法幣提領',
});
