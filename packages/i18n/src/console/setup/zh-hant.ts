import { translation } from '../../catalogue.ts';
import type { setup as english } from './en.ts';

export const setup = translation<typeof english>()({
  'setup.title': '準備開始收款',
  'setup.progress': '已完成 {done}/{all}',
  'setup.done': '已完成',
  'setup.open': '待完成',
  'setup.identity': '完成身分驗證',
  'setup.identityHint': '由客服協助完成，之後才能建立存取金鑰。',
  'setup.access_key': '建立存取金鑰',
  'setup.access_keyHint': '您的系統用它為請求簽章。',
  'setup.webhook': '設定 Webhook 網址',
  'setup.webhookHint': '每筆支付都會通知到該網址。',
  'setup.test_event': '傳送測試事件',
  'setup.test_eventHint': '確認您的系統能夠回應。',
  'setup.first_order': '建立首筆訂單',
  'setup.first_orderHint': '由您的系統透過 API 建立，文件中有範例。',
});
