import { translation } from '../../catalogue.ts';
import type { dashboard as english } from './en.ts';

export const dashboard = translation<typeof english>()({
  'dashboard.hint': '今日截至目前，與昨日同一時段比較',
  'dashboard.available': '可用餘額',
  'dashboard.amountPaid': '使用者支付金額',
  'dashboard.settled': '結算金額',
  'dashboard.fee': '手續費',
  'dashboard.created': '建立訂單',
  'dashboard.paid': '支付訂單',
  'dashboard.payers': '支付使用者',
  'dashboard.transferredIn': '商戶轉入',
  'dashboard.transferredOut': '轉出至商戶',
  'dashboard.yesterday': '昨日',
  'dashboard.up': '較昨日增加 {percent}%',
  'dashboard.down': '較昨日減少 {percent}%',
  'dashboard.same': '與昨日持平',
  'dashboard.chart': '最近 30 天',
  'dashboard.chartAmount': '每日使用者支付金額（{coin}）',
  'dashboard.view': '最近 30 天的顯示方式',
  'dashboard.chartView': '圖表',
  'dashboard.tableView': '表格',
  'dashboard.day': '日期',
  'dashboard.chartSummary': '30 天內共支付 {paid} 筆訂單，合計 {amount} {coin}，最高的一天是 {day}。',
  'dashboard.chartNothing': '最近 30 天沒有支付成功的訂單。',
  'dashboard.noMarketTitle': '尚未啟用任何市場',
  'dashboard.noMarketHint': '請聯絡客服為您的帳號啟用市場。',
});
