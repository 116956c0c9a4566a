import { translation } from '../catalogue.ts';
import type { fileTexts as english } from './en.ts';

export const fileTexts = translation<typeof english>()({
  fundFlow: '资金流水',
  time: '时间（UTC）',
  serial_number: '流水号',
  transaction_type: '类型',
  coin_name: '币种',
  transaction_number: '变动金额',
  charge: '手续费',
  available_before_number: '变动前可用',
  available_after_number: '变动后可用',
  frozen_before_number: '变动前冻结',
  frozen_after_number: '变动后冻结',
  pending_before_number: '变动前待确认',
  pending_after_number: '变动后待确认',
  merchant_id: '商户号',
  merchant_name: '商户名称',
  'type.payment': '支付',
  'type.transfer': '转账',
  'type.issuance': '充值',
  'type.reward_grant': '奖励发放',
});
