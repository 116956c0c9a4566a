import { translation } from '../../catalogue.ts';
import { ownAccount } from '../own-account/zh-hant.ts';
import type { own as english } from './en.ts';

const own = translation<typeof english>()({
  'accountSecurity.hint': '您的登入方式以及登入所在。',
  'accountSecurity.identity': '身分驗證',
  'accountSecurity.audit': '操作紀錄',
  'accountSecurity.present': '目前驗證器的驗證碼，或復原碼',
  'accountSecurity.presentHint': '完成之前，目前的驗證器仍然有效。',
  'accountSecurity.presentRequired': '請輸入目前驗證器的 {digits} 位驗證碼，或復原碼',
  'accountSecurity.recovery': '復原碼',
  'accountSecurity.recoveryHint': '驗證器遺失時使用：每個復原碼可代替驗證碼登入一次，並可用於更換驗證器。',
  'accountSecurity.recoveryNone': '尚未產生',
  'accountSecurity.recoveryLeft': '剩餘 {left} / {of} 個',
  'accountSecurity.recoveryMade': '產生於 {time}',
  'accountSecurity.recoveryMake': '產生復原碼',
  'accountSecurity.recoveryRenew': '重新產生復原碼',
  'accountSecurity.recoveryEffect': '復原碼只顯示一次。請與手機分開保存。',
  'accountSecurity.recoveryRenewEffect': '先前的復原碼將失效。新的復原碼只顯示一次。',
  'accountSecurity.recoveryUnseen': '復原碼已產生，但未收到回應。請重新產生。',
  'accountSecurity.recoveryLead': '請列印或抄寫，並與手機分開保存。持有復原碼和密碼的人即可登入。',
  'accountSecurity.recoveryStored': '我已保存復原碼',
  'accountSecurity.recoveryStoredFirst': '請先保存：復原碼不會再次顯示。',
  'accountSecurity.recoveryDone': '完成',
  'accountSecurity.mail': '通知信箱',
  'accountSecurity.mailHint': '密碼、驗證器或此信箱變更時，將通知此信箱。',
  'accountSecurity.mailPresent': '目前信箱',
  'accountSecurity.mailNone': '尚未設定',
  'accountSecurity.mailNew': '新信箱',
  'accountSecurity.mailWrong': '電子郵件格式不正確',
  'accountSecurity.mailSend': '向該信箱傳送驗證碼',
  'accountSecurity.mailSent': '驗證碼已傳送至 {mail}。',
  'accountSecurity.mailCode': '郵件中的驗證碼',
  'accountSecurity.mailCodeRequired': '請輸入郵件中的 {digits} 位驗證碼',
  'accountSecurity.mailLanguageHint': '所寄郵件的語言。',
  'accountSecurity.mailSet': '設定通知信箱',
  'accountSecurity.mailEffect': '原信箱會收到一次變更通知。',
  'accountSecurity.mailDone': '通知信箱已設定',
});

export const accountSecurity = { ...ownAccount, ...own };
