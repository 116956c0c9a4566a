import { translation } from '../../catalogue.ts';
import type { review as english } from './en.ts';

export const review = translation<typeof english>()({
  'review.orders': '订单数',
  'review.approve.title': '通过 {count} 笔订单',
  'review.approve.act': '通过',
  'review.approve.warning': '资金将立即划转，且无法撤销。',
  'review.approve.done': '审核已通过',
  'review.approve.doneMany': '已通过 {count} 笔',
  'review.approve.partly': '已通过 {done} 笔，{left} 笔未通过',
  'review.reject.title': '拒绝 {count} 笔订单',
  'review.reject.act': '拒绝',
  'review.reject.warning': '冻结的资金将恢复可用，且无法撤销。',
  'review.reject.done': '已拒绝',
  'review.reject.doneMany': '已拒绝 {count} 笔',
  'review.reject.partly': '已拒绝 {done} 笔，{left} 笔未拒绝',
  'review.reason': '拒绝原因',
  'review.reasonHint': '申请人会看到此内容，最多 {most} 个字符。',
  'review.usualReasons': '常用原因',
  'review.reasonRequired': '请填写拒绝原因',
  'review.waiting': '{count} 笔等待第二人审批',
  'review.again': '重试这些订单',
  'review.seeHow': '查看处理结果',
});
