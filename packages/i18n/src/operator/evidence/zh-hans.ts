import { translation } from '../../catalogue.ts';
import type { evidence as english } from './en.ts';

export const evidence = translation<typeof english>()({
  'evidence.chain': '链上记录',
  'evidence.chain_token': '代币',
  'evidence.chain_recipient': '转入地址',
  'evidence.chain_amount': '实收数量',
  'evidence.chain_transfers': '转入该地址的各笔转账',
  'evidence.chain_told': '提交的数量',
  'evidence.chain_confirmations': '确认数',
  'evidence.chain_mined': '上链时间',
  'evidence.chain_sender': '转出地址',
  'evidence.chain_credited': '已入账',
  'evidence.told_before': '此前提交并撤回时的汇率',
  'evidence.bank_account': '银行账户',
  'evidence.account_holder': '户名',
  'evidence.account_status': '账户状态',
  'evidence.owner_status': '所属方状态',
  'evidence.appeal_reason': '申诉内容',
});
