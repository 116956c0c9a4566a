import { translation } from '../../catalogue.ts';
import type { signIn as english } from './en.ts';

export const signIn = translation<typeof english>()({
  'signIn.title': '登入營運後台',
  'signIn.username': '使用者名稱',
  'signIn.password': '密碼',
  'signIn.usernameRequired': '請輸入使用者名稱',
  'signIn.passwordRequired': '請輸入密碼',
  'signIn.continue': '繼續',
  'signIn.busy': '請稍候…',
  'signIn.as': '正在以 {username} 登入',
  'signIn.code': 'Google 驗證碼',
  'signIn.codeHint': '驗證器應用程式中的 6 位數字',
  'signIn.codeRequired': '請輸入完整的 {digits} 位驗證碼',
  'signIn.submit': '登入',
  'signIn.passkey': '使用通行金鑰登入',
  'signIn.passkeyNotUsed': '未使用通行金鑰，請重試或輸入驗證碼',
  'signIn.other': '使用其他帳號',
  'signIn.ended': '您的登入已失效，請重新登入以繼續。',
  'signIn.restricted': '此位址的存取受到限制。',
  'signIn.insecure': '瀏覽器僅在安全網址上加密密碼。請透過 HTTPS 開啟後台。',
});
