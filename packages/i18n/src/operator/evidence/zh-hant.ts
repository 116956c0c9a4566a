import { translation } from '../../catalogue.ts';
import type { evidence as english } from './en.ts';

export const evidence = translation<typeof english>()({
  'evidence.chain': '鏈上紀錄',
  'evidence.bank_account': '銀行帳戶',
  'evidence.account_holder': '戶名',
  'evidence.account_status': '帳戶狀態',
  'evidence.appeal_reason': '申訴內容',
});
