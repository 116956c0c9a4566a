import { translation } from '../catalogue.ts';
import type { quotaBecause as quota, riskBecause as risk } from './en.ts';

export const quotaBecause = translation<typeof quota>()({
  'because.no_limit': '此幣別未設定免審額度。',
  'because.limit_off': '此幣別的免審額度已關閉。',
  'because.single_limit': '金額超過單筆限額。',
  'because.day_limit': '加上本筆將超過每日限額。',
  'because.hour_limit': '加上本筆將超過每小時限額。',
  'because.day_count': '今日免審筆數已用完。',
  'because.hour_count': '本小時免審筆數已用完。',
});

export const riskBecause = translation<typeof risk>()({
  'because.title': '需要仔細審核的原因',
  'because.new_device': '24 小時內曾用新裝置登入。',
  'because.new_address': '24 小時內曾從新位址登入。',
  'because.password_changed': '24 小時內修改過登入密碼。',
  'because.code_changed': '24 小時內更換過驗證器。',
  'because.payment_password_changed': '24 小時內設定或修改過支付密碼。',
  'because.key_changed': '24 小時內新建或修改過存取金鑰。',
  'because.key_new_address': '24 小時內存取金鑰首次從該位址使用。',
});
