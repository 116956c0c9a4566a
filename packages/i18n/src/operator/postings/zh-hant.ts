import { translation } from '../../catalogue.ts';
import type { postings as english } from './en.ts';

export const postings = translation<typeof english>()({
  'postings.title': '記帳',
  'postings.none': '尚未記帳。',
  'postings.show': '在帳本中檢視這筆記帳',
  'postings.provider': '平台',
  'purpose.main': '餘額',
  'purpose.reward': '獎勵金',
  'purpose.fees': '手續費收入',
  'purpose.reward_pool': '獎勵金池',
  'purpose.issuance': '已發行代幣',
  'purpose.bank': '銀行',
  'purpose.exchange': '兌換',
  'purpose.custody': '{network} 託管',
  'purpose.clearing': '分組間清算',
});
