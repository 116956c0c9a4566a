import { translation } from '../../catalogue.ts';
import type { face as english } from './en.ts';

export const face = translation<typeof english>()({
  'face.hint':
    '錢包使用者可用刷臉代替支付密碼確認的付款。刷臉是便捷方式，安全性低於密碼：可防範對著攝影機舉照片，無法阻止面具或電腦產生的影片，請設定較小的金額上限。',
  'face.use': '使用情況',
  'face.enrolled': '已設定刷臉的使用者',
  'face.locked': '失敗後被鎖定',
  'face.audit': '稽核日誌載有每次確認和失敗及其測量值，不含畫面。',
  'face.setting': '設定',
  'face.limits': '超過上限的付款須使用支付密碼。',
  'face.offered': '允許刷臉確認付款',
  'face.most': '{coin} 單筆上限',
  'face.empty': '留空表示不允許刷臉',
  'face.problem': '請輸入大於零且最多 {decimals} 位小數的金額',
  'face.review': '檢視變更',
  'face.change': '變更設定',
  'face.effect': '自下一次確認起生效。已設定的刷臉在使用者撤回前保持不變。',
  'face.unchanged': '沒有變更',
  'face.done': '設定已變更',
  'face.on': '允許',
  'face.off': '不允許',
  'face.none': '無',
});
