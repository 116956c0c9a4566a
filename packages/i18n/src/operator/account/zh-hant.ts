import { translation } from '../../catalogue.ts';
import { ownAccount } from '../../console/own-account/zh-hant.ts';
import type { own as english } from './en.ts';

const own = translation<typeof english>()({
  'account.hint': '您在此的身分、登入方式以及登入所在。',
  'account.who': '您',
  'account.name': '姓名',
  'account.goOn': '繼續',
  'account.authenticatorMissing': '沒有應用程式顯示此帳號的驗證碼：您使用通行金鑰登入。',
  'account.authenticatorAdd': '設定驗證器',
  'account.authenticatorPresent': '請以現有方式確認：目前驗證器的驗證碼，或通行金鑰。',
  'account.passkeys': '通行金鑰',
  'account.passkeysHint': '以指紋、臉部、PIN 碼或安全金鑰登入和確認，代替驗證碼。其他網站無法索取。',
  'account.passkeysNone': '您還沒有通行金鑰。',
  'account.passkeysUnknown': '此瀏覽器在此網址上不支援通行金鑰。',
  'account.passkeySynced': '在多台裝置間同步',
  'account.passkeyOfDevice': '僅在一台裝置上',
  'account.passkeyUnused': '建立於 {time}，尚未使用',
  'account.passkeyUsed': '上次使用 {time}',
  'account.passkeyAdd': '新增通行金鑰',
  'account.passkeyAdded': '通行金鑰已新增',
  'account.passkeyLead': '裝置會確認您的身分，然後請以您現有的登入方式確認。',
  'account.passkeyName': '名稱',
  'account.passkeyNameHint': '便於您辨認，例如「辦公筆電」',
  'account.passkeyNameRequired': '請輸入名稱',
  'account.passkeyMake': '建立通行金鑰',
  'account.passkeyNotMade': '未建立通行金鑰，請重試',
  'account.passkeyEffect': '此後它與密碼一起用於登入，並可確認操作。',
  'account.passkeyRemove': '移除',
  'account.passkeyRemoveNamed': '移除 {name}',
  'account.passkeyRemoveEffect': '它將不能再登入或確認，您的其他工作階段和您產生的未使用連結也隨之失效。您也可以從裝置上移除它。',
  'account.passkeyRemoved': '通行金鑰已移除',
});

export const account = { ...ownAccount, ...own };
