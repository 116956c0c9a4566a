import { translation } from '../catalogue.ts';
import type { quotaBecause as quota, riskBecause as risk } from './en.ts';

export const quotaBecause = translation<typeof quota>()({
  'because.no_limit': '该币种未设置免审额度。',
  'because.limit_off': '该币种的免审额度已关闭。',
  'because.single_limit': '金额超过单笔限额。',
  'because.day_limit': '加上本笔将超过每日限额。',
  'because.hour_limit': '加上本笔将超过每小时限额。',
  'because.day_count': '今日免审笔数已用完。',
  'because.hour_count': '本小时免审笔数已用完。',
});

export const riskBecause = translation<typeof risk>()({
  'because.title': '需要仔细审核的原因',
  'because.new_device': '24 小时内曾用新设备登录。',
  'because.new_address': '24 小时内曾从新地址登录。',
  'because.password_changed': '24 小时内修改过登录密码。',
  'because.code_changed': '24 小时内更换过验证器。',
  'because.payment_password_changed': '24 小时内设置或修改过支付密码。',
  'because.key_changed': '24 小时内新建或修改过访问密钥。',
  'because.key_new_address': '24 小时内访问密钥首次从该地址使用。',
});
