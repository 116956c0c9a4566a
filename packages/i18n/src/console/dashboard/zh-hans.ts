import { translation } from '../../catalogue.ts';
import type { dashboard as english } from './en.ts';

export const dashboard = translation<typeof english>()({
  'dashboard.hint': '今日截至目前，与昨日同一时段比较',
  'dashboard.available': '可用余额',
  'dashboard.amountPaid': '用户支付金额',
  'dashboard.settled': '结算金额',
  'dashboard.fee': '手续费',
  'dashboard.created': '创建订单',
  'dashboard.paid': '支付订单',
  'dashboard.payers': '支付用户',
  'dashboard.transferredIn': '商户转入',
  'dashboard.transferredOut': '转出至商户',
  'dashboard.yesterday': '昨日',
  'dashboard.up': '较昨日增加 {percent}%',
  'dashboard.down': '较昨日减少 {percent}%',
  'dashboard.same': '与昨日持平',
  'dashboard.chart': '最近 30 天',
  'dashboard.chartAmount': '每日用户支付金额（{coin}）',
  'dashboard.view': '最近 30 天的显示方式',
  'dashboard.chartView': '图表',
  'dashboard.tableView': '表格',
  'dashboard.day': '日期',
  'dashboard.chartSummary': '30 天内共支付 {paid} 笔订单，合计 {amount} {coin}，最高的一天是 {day}。',
  'dashboard.chartNothing': '最近 30 天没有支付成功的订单。',
  'dashboard.noMarketTitle': '尚未启用任何市场',
  'dashboard.noMarketHint': '请联系客服为您的账号启用市场。',
});
