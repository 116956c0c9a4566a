import { translation } from '../../catalogue.ts';
import type { submission as english } from './en.ts';

export const submission = translation<typeof english>()({
  'submission.hint': '您已提交、等待服務商處理的訂單。可在對應類型的頁面取消。',
  'submission.table': '等待服務商處理的訂單',
  'submission.detailTitle': '提交的訂單',
  'submission.kindTitle': '類型',
  'submission.kind.usdt_recharge': 'USDT 儲值',
  'submission.kind.usdt_withdrawal': 'USDT 提領',
  'submission.kind.fiat_withdrawal': '法幣提領',
  'submission.kind.adjustment': '使用者調帳',
  'submission.status.pending_review': '待審核',
  'submission.status.failed': '失敗，處理中',
  'submission.status.appeal': '申訴中',
  'submission.age': '等待時間',
  'submission.expectedSettlement': '預計結算金額',
  'submission.expectedFee': '預計手續費',
  'submission.otherAmount': '待兌換數量',
  'submission.user': '使用者',
  'submission.network': '網路',
  'submission.address': '地址',
  'submission.txid': '交易雜湊（TXID）',
  'submission.note': '備註',
  'submission.emptyTitle': '沒有等待服務商處理的訂單',
  'submission.emptyHint': '您提交的訂單會顯示在這裡，直至處理完成。',
  'submission.identityWaits': '您的身分驗證正在審核',
  'submission.accountsWait': '{count} 個銀行帳戶正在驗證',
});
