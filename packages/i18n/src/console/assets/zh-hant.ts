import { translation } from '../../catalogue.ts';
import type { assets as english } from './en.ts';

export const assets = translation<typeof english>()({
  'assets.hint': '各幣別的資產：可用、凍結與待確認。',
  'assets.table': '各幣別餘額',
  'assets.marketOf': '{market} 市場',
  'assets.crypto': '加密貨幣',
  'assets.exactly': '精確值 {amount}',
  'assets.transfer': '轉帳',
  'assets.receive': '收款',
  'assets.transferCoin': '轉帳 {coin}',
  'assets.receiveCoin': '收款 {coin}',
  'assets.emptyTitle': '尚無幣別',
  'assets.emptyHint': '帳號啟用市場後，對應的幣別會顯示在這裡。請聯絡客服。',
  'assets.receiveLead': '請將此地址提供給付款商戶，轉帳即時入帳。',
  'assets.address': '收款地址',
  'assets.addressQr': '收款地址 QR Code',
  'assets.receiveWarning': '僅限本平台商戶向此地址轉帳。這不是區塊鏈地址，從鏈上轉入的資產無法入帳。',
});
