import { translation } from '../../catalogue.ts';
import type { frame as english } from './en.ts';

export const frame = translation<typeof english>()({
  'shell.skip': '跳至內容',
  'shell.menu': '選單',
  'shell.openMenu': '開啟選單',
  'shell.language': '語言',
  'shell.night': '切換到夜間模式',
  'shell.day': '切換到日間模式',
  'shell.account': '帳號',
  'shell.lastLogin': '上次登入',
  'shell.logout': '登出',
  'shell.reconnecting': '連線已中斷，正在重新連線…',
  'shell.maintenanceFrom': '預計於 {from} 開始系統維護，屆時後台暫停使用。',
  'shell.maintenanceBetween': '預計於 {from} 至 {until} 進行系統維護，屆時後台暫停使用。',
  'shell.updateTitle': '後台已更新。',
  'shell.updateAction': '重新整理',
  'failure.network': '無法連線到伺服器，請檢查網路。',
  'failure.timeout': '伺服器在 60 秒內沒有回應。',
  'failure.unreadable': '無法識別伺服器的回應。',
  'form.unsaved': '有變更尚未儲存，確定離開？',
  'login.showPassword': '顯示密碼',
  'login.hidePassword': '隱藏密碼',
  'bind.scan': '用 Google Authenticator 或同類應用程式掃描此 QR Code',
  'bind.secret': '或在應用程式中手動輸入金鑰',
  'bind.secretName': '金鑰',
  'bind.qr': '驗證器應用程式 QR Code',
});
