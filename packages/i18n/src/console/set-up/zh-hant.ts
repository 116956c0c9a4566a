import { translation } from '../../catalogue.ts';
import type { setUp as english } from './en.ts';

export const setUp = translation<typeof english>()({
  'setUp.title': '設定您的商戶帳號',
  'setUp.lead': '這是 {name} 的帳號，登入名稱為 {username}。請為其設定密碼。',
  'setUp.password': '新密碼',
  'setUp.passwordHint': '至少 {minimum} 位數字、字母或標點符號',
  'setUp.passwordRequired': '請輸入新密碼',
  'setUp.passwordUnfit': '{minimum} 至 {maximum} 位數字、字母或標點符號，不含空格',
  'setUp.again': '再次輸入新密碼',
  'setUp.differs': '兩次輸入的密碼不一致',
  'setUp.continue': '下一步',
  'setUp.authenticatorLead':
    '今後每次登入和轉出都需要手機驗證器應用程式中的驗證碼。重新開啟本頁會顯示新的金鑰：屆時請在應用程式中刪除先前的項目。',
  'setUp.done': '帳號已就緒',
  'setUp.refusedTitle': '此連結無法使用',
  'setUp.refusedHint': '連結可能已撤回，或未複製完整。請向傳送者索取新連結。',
  'setUp.expiredTitle': '此連結已失效',
  'setUp.expiredHint': '連結僅在限定時間內有效。請向傳送者索取新連結。',
  'setUp.usedTitle': '此連結已使用',
  'setUp.usedHint': '如果是您本人使用，請登入。如果不是，請立即聯絡客服：他人可能已掌控您的帳號。',
  'setUp.toLogin': '前往登入',
});
