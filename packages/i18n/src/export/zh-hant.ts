import { translation } from '../catalogue.ts';
import type { fileTexts as english } from './en.ts';

export const fileTexts = translation<typeof english>()({
  fundFlow: '資金明細',
  time: '時間（UTC）',
  serial_number: '流水號',
  transaction_type: '類型',
  coin_name: '幣別',
  transaction_number: '變動金額',
  charge: '手續費',
  available_before_number: '變動前可用',
  available_after_number: '變動後可用',
  frozen_before_number: '變動前凍結',
  frozen_after_number: '變動後凍結',
  pending_before_number: '變動前待確認',
  pending_after_number: '變動後待確認',
  merchant_id: '商戶編號',
  merchant_name: '商戶名稱',
  'type.payment': '支付',
  'type.transfer': '轉帳',
  'type.issuance': '儲值',
  'type.reward_grant': '獎勵發放',
});
