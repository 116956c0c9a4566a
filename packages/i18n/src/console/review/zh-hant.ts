import { translation } from '../../catalogue.ts';
import type { review as english } from './en.ts';

export const review = translation<typeof english>()({
  'review.orders': '訂單數',
  'review.approve.title': '通過 {count} 筆訂單',
  'review.approve.act': '通過',
  'review.approve.warning': '資金將立即劃轉，且無法復原。',
  'review.approve.done': '審核已通過',
  'review.approve.doneMany': '已通過 {count} 筆',
  'review.approve.partly': '已通過 {done} 筆，{left} 筆未通過',
  'review.reject.title': '拒絕 {count} 筆訂單',
  'review.reject.act': '拒絕',
  'review.reject.warning': '凍結的資金將恢復可用，且無法復原。',
  'review.reject.done': '已拒絕',
  'review.reject.doneMany': '已拒絕 {count} 筆',
  'review.reject.partly': '已拒絕 {done} 筆，{left} 筆未拒絕',
  'review.reason': '拒絕原因',
  'review.reasonHint': '申請人會看到此內容，最多 {most} 個字元。',
  'review.usualReasons': '常用原因',
  'review.reasonRequired': '請填寫拒絕原因',
  'review.waiting': '{count} 筆等待第二人審批',
  'review.again': '重試這些訂單',
  'review.seeHow': '檢視處理結果',
});
