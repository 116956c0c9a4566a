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
