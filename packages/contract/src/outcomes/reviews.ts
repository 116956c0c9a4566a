import { business } from '../outcome.ts';

/** Orders under review: codes 73xx. */
export const reviews = {
  review_decided: business(7301, {
    en: 'This order has been decided already.',
    zh_Hans: '该订单已处理',
    zh_Hant: '該訂單已處理',
    vi: 'Đơn này đã được xử lý.',
  }),
  review_of_merchant: business(7391, {
    en: 'The merchant decides on this order.',
    zh_Hans: '该订单由商户审核',
    zh_Hant: '該訂單由商戶審核',
    vi: 'Đơn này do người bán xét duyệt.',
  }),
  review_waits_for_second: business(7392, {
    en: 'This order already waits for a second person.',
    zh_Hans: '该订单已在等待第二人审批',
    zh_Hant: '該訂單已在等待第二人審批',
    vi: 'Đơn này đang chờ người thứ hai phê duyệt.',
  }),
  review_changed: business(7393, {
    en: 'The order is no longer what was entered. Please look at it again.',
    zh_Hans: '订单内容与提交时不一致，请重新查看',
    zh_Hant: '訂單內容與提交時不一致，請重新檢視',
    vi: 'Đơn này không còn như lúc được gửi duyệt. Vui lòng xem lại.',
  }),
  review_against_evidence: business(7394, {
    en: 'What is known of this order speaks against it. An admin has to enter the approval with a reason, and a second person to approve it.',
    zh_Hans: '已知信息与该订单不符，须由管理员填写理由提交，并由第二人审批',
    zh_Hant: '已知資訊與該訂單不符，須由管理員填寫理由提交，並由第二人審批',
    vi: 'Thông tin đã biết không khớp với đơn này. Quản trị viên phải gửi duyệt kèm lý do và người thứ hai phê duyệt.',
  }),
} as const;
