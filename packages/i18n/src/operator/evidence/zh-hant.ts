import { translation } from '../../catalogue.ts';
import type { evidence as english } from './en.ts';

export const evidence = translation<typeof english>()({
  'evidence.chain': '鏈上紀錄',
  'evidence.chain_token': '代幣',
  'evidence.chain_recipient': '轉入地址',
  'evidence.chain_amount': '實收數量',
  'evidence.chain_transfers': '轉入該地址的各筆轉帳',
  'evidence.chain_told': '提交的數量',
  'evidence.chain_confirmations': '確認數',
  'evidence.chain_mined': '上鏈時間',
  'evidence.chain_sender': '轉出地址',
  'evidence.chain_credited': '已入帳',
  'evidence.told_before': '先前提交並撤回時的匯率',
  'evidence.bank_account': '銀行帳戶',
  'evidence.account_holder': '戶名',
  'evidence.account_status': '帳戶狀態',
  'evidence.owner_status': '所屬方狀態',
  'evidence.appeal_reason': '申訴內容',
});
