import type { Language } from '@purser/contract/language';

/**
 * What a confirmation says once an attempt has got no answer. In every language, with the code that says it: it cannot be asked for where no
 * answers come.
 */
export const UNANSWERED: Readonly<Record<Language, string>> = {
  zh_Hans: '先前的尝试未收到回应，可能已执行。再次尝试不会重复执行。',
  zh_Hant: '先前的嘗試未收到回應，可能已執行。再次嘗試不會重複執行。',
  en: 'An earlier attempt got no answer and may have been carried out. Trying again does not do it twice.',
  vi: 'Lần thử trước không nhận được trả lời và có thể đã được thực hiện. Thử lại không làm hai lần.',
};

/** What it says where the attempt was at the same with another rate or fee. */
export const UNANSWERED_APART: Readonly<Record<Language, string>> = {
  zh_Hans: '先前按另一汇率或费用提交的同一请求未收到回应，可能已执行。现在确认可能会重复执行，请先查看记录。',
  zh_Hant: '先前按另一匯率或費用提交的同一請求未收到回應，可能已執行。現在確認可能會重複執行，請先查看記錄。',
  en: 'An earlier attempt at the same, with another rate or fee, got no answer and may have been carried out. Confirming now may do it twice: look at the records first.',
  vi: 'Lần thử trước với cùng nội dung nhưng tỷ giá hoặc phí khác không nhận được trả lời và có thể đã được thực hiện. Xác nhận bây giờ có thể làm hai lần: hãy xem lịch sử trước.',
};
