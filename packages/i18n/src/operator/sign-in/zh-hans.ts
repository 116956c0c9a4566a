import { translation } from '../../catalogue.ts';
import type { signIn as english } from './en.ts';

export const signIn = translation<typeof english>()({
  'signIn.title': '登录运营后台',
  'signIn.username': '用户名',
  'signIn.password': '密码',
  'signIn.usernameRequired': '请输入用户名',
  'signIn.passwordRequired': '请输入密码',
  'signIn.continue': '继续',
  'signIn.busy': '请稍候…',
  'signIn.as': '正在以 {username} 登录',
  'signIn.code': '谷歌验证码',
  'signIn.codeHint': '验证器应用中的 6 位数字',
  'signIn.codeRequired': '请输入完整的 {digits} 位验证码',
  'signIn.submit': '登录',
  'signIn.passkey': '使用通行密钥登录',
  'signIn.passkeyNotUsed': '未使用通行密钥，请重试或输入验证码',
  'signIn.other': '使用其他账号',
  'signIn.ended': '您的登录已失效，请重新登录以继续。',
  'signIn.restricted': '此地址的访问受到限制。',
  'signIn.insecure': '浏览器仅在安全地址上加密密码。请通过 HTTPS 打开后台。',
});
