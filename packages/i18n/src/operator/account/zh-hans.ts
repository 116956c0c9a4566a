import { translation } from '../../catalogue.ts';
import { ownAccount } from '../../console/own-account/zh-hans.ts';
import type { own as english } from './en.ts';

const own = translation<typeof english>()({
  'account.hint': '您在此的身份、登录方式以及登录所在。',
  'account.who': '您',
  'account.name': '姓名',
  'account.goOn': '继续',
  'account.authenticatorMissing': '没有应用显示此账号的验证码：您使用通行密钥登录。',
  'account.authenticatorAdd': '设置验证器',
  'account.authenticatorPresent': '请用现有方式确认：当前验证器的验证码，或通行密钥。',
  'account.passkeys': '通行密钥',
  'account.passkeysHint': '以指纹、面容、PIN 码或安全密钥登录和确认，代替验证码。其他网站无法索取。',
  'account.passkeysNone': '您还没有通行密钥。',
  'account.passkeysUnknown': '此浏览器在此地址上不支持通行密钥。',
  'account.passkeySynced': '在多台设备间同步',
  'account.passkeyOfDevice': '仅在一台设备上',
  'account.passkeyUnused': '创建于 {time}，尚未使用',
  'account.passkeyUsed': '上次使用 {time}',
  'account.passkeyAdd': '添加通行密钥',
  'account.passkeyAdded': '通行密钥已添加',
  'account.passkeyLead': '设备会确认您的身份，然后请用您现有的登录方式确认。',
  'account.passkeyName': '名称',
  'account.passkeyNameHint': '便于您辨认，例如“办公笔记本”',
  'account.passkeyNameRequired': '请输入名称',
  'account.passkeyMake': '创建通行密钥',
  'account.passkeyNotMade': '未创建通行密钥，请重试',
  'account.passkeyEffect': '此后它与密码一起用于登录，并可确认操作。',
  'account.passkeyRemove': '移除',
  'account.passkeyRemoveNamed': '移除 {name}',
  'account.passkeyRemoveEffect': '它将不能再登录或确认，您的其他会话和您生成的未使用链接也随之失效。您也可以从设备上移除它。',
  'account.passkeyRemoved': '通行密钥已移除',
});

export const account = { ...ownAccount, ...own };
