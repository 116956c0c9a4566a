import { translation } from '../../catalogue.ts';
import type { evidence as english } from './en.ts';

export const evidence = translation<typeof english>()({
  'evidence.chain': '链上记录',
  'evidence.bank_account': '银行账户',
  'evidence.account_holder': '户名',
  'evidence.account_status': '账户状态',
  'evidence.appeal_reason': '申诉内容',
});
