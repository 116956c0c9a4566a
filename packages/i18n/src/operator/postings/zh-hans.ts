import { translation } from '../../catalogue.ts';
import type { postings as english } from './en.ts';

export const postings = translation<typeof english>()({
  'postings.title': '记账',
  'postings.none': '尚未记账。',
  'postings.show': '在账本中查看这笔记账',
  'postings.provider': '平台',
  'purpose.main': '余额',
  'purpose.reward': '奖励金',
  'purpose.fees': '手续费收入',
  'purpose.reward_pool': '奖励金池',
  'purpose.issuance': '已发行代币',
  'purpose.bank': '银行',
  'purpose.exchange': '兑换',
  'purpose.custody': '{network} 托管',
  'purpose.clearing': '分组间清算',
});
