import { translation } from '../../catalogue.ts';
import { ownAccount } from '../own-account/zh-hans.ts';
import type { own as english } from './en.ts';

const own = translation<typeof english>()({
  'accountSecurity.hint': '您的登录方式以及登录所在。',
  'accountSecurity.identity': '身份认证',
  'accountSecurity.audit': '操作记录',
  'accountSecurity.present': '当前验证器的验证码，或恢复码',
  'accountSecurity.presentHint': '完成之前，当前验证器仍然有效。',
  'accountSecurity.presentRequired': '请输入当前验证器的 {digits} 位验证码，或恢复码',
  'accountSecurity.recovery': '恢复码',
  'accountSecurity.recoveryHint': '验证器丢失时使用：每个恢复码可代替验证码登录一次，并可用于更换验证器。',
  'accountSecurity.recoveryNone': '尚未生成',
  'accountSecurity.recoveryLeft': '剩余 {left} / {of} 个',
  'accountSecurity.recoveryMade': '生成于 {time}',
  'accountSecurity.recoveryMake': '生成恢复码',
  'accountSecurity.recoveryRenew': '重新生成恢复码',
  'accountSecurity.recoveryEffect': '恢复码只显示一次。请与手机分开保存。',
  'accountSecurity.recoveryRenewEffect': '此前的恢复码将失效。新的恢复码只显示一次。',
  'accountSecurity.recoveryUnseen': '恢复码已生成，但未收到回应。请重新生成。',
  'accountSecurity.recoveryLead': '请打印或抄写，并与手机分开保存。持有恢复码和密码的人即可登录。',
  'accountSecurity.recoveryStored': '我已保存恢复码',
  'accountSecurity.recoveryStoredFirst': '请先保存：恢复码不会再次显示。',
  'accountSecurity.recoveryDone': '完成',
  'accountSecurity.mail': '通知邮箱',
  'accountSecurity.mailHint': '密码、验证器或此邮箱变更时，将通知此邮箱。',
  'accountSecurity.mailPresent': '当前邮箱',
  'accountSecurity.mailNone': '尚未设置',
  'accountSecurity.mailNew': '新邮箱',
  'accountSecurity.mailWrong': '邮箱格式不正确',
  'accountSecurity.mailSend': '向该邮箱发送验证码',
  'accountSecurity.mailSent': '验证码已发送至 {mail}。',
  'accountSecurity.mailCode': '邮件中的验证码',
  'accountSecurity.mailCodeRequired': '请输入邮件中的 {digits} 位验证码',
  'accountSecurity.mailLanguageHint': '所发邮件的语言。',
  'accountSecurity.mailSet': '设置通知邮箱',
  'accountSecurity.mailEffect': '原邮箱会收到一次变更通知。',
  'accountSecurity.mailDone': '通知邮箱已设置',
});

export const accountSecurity = { ...ownAccount, ...own };
