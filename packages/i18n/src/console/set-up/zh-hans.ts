import { translation } from '../../catalogue.ts';
import type { setUp as english } from './en.ts';

export const setUp = translation<typeof english>()({
  'setUp.title': '设置您的商户账号',
  'setUp.lead': '这是 {name} 的账号，登录名为 {username}。请为其设置密码。',
  'setUp.password': '新密码',
  'setUp.passwordHint': '至少 {minimum} 位数字、字母或标点符号',
  'setUp.passwordRequired': '请输入新密码',
  'setUp.passwordUnfit': '{minimum} 至 {maximum} 位数字、字母或标点符号，不含空格',
  'setUp.again': '再次输入新密码',
  'setUp.differs': '两次输入的密码不一致',
  'setUp.continue': '下一步',
  'setUp.authenticatorLead': '今后每次登录和转出都需要手机验证器应用中的验证码。重新打开本页会显示新的密钥：届时请在应用中删除之前的条目。',
  'setUp.done': '账号已就绪',
  'setUp.refusedTitle': '此链接无法使用',
  'setUp.refusedHint': '链接可能已撤回，或未复制完整。请向发送者索取新链接。',
  'setUp.expiredTitle': '此链接已失效',
  'setUp.expiredHint': '链接仅在限定时间内有效。请向发送者索取新链接。',
  'setUp.usedTitle': '此链接已使用',
  'setUp.usedHint': '如果是您本人使用，请登录。如果不是，请立即联系客服：他人可能已控制您的账号。',
  'setUp.toLogin': '前往登录',
});
