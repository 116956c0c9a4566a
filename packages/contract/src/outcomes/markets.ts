import { business, passing } from '../outcome.ts';

/** Markets, coins and their terms, as staff change them: codes 72xx. */
export const markets = {
  coin_taken: business(7201, {
    en: 'There is a coin with this name already.',
    zh_Hans: '该币种名称已存在',
    zh_Hant: '此幣別名稱已存在',
    vi: 'Đã có loại tiền mang tên này.',
  }),
  market_taken: business(7202, {
    en: 'There is such a market already.',
    zh_Hans: '该市场已存在',
    zh_Hant: '此市場已存在',
    vi: 'Thị trường này đã có.',
  }),
  limits_reversed: business(7203, {
    en: 'The minimum is above the maximum.',
    zh_Hans: '最低限额高于最高限额',
    zh_Hant: '最低限額高於最高限額',
    vi: 'Mức tối thiểu cao hơn mức tối đa.',
  }),
  network_unknown: business(7204, {
    en: 'Unknown network',
    zh_Hans: '网络不存在',
    zh_Hant: '網路不存在',
    vi: 'Mạng không tồn tại',
  }),
  contract_address_malformed: business(7205, {
    en: 'Incorrect address format',
    zh_Hans: '地址格式错误',
    zh_Hant: '地址格式錯誤',
    vi: 'Định dạng địa chỉ không đúng',
  }),
  terms_merchant_unknown: business(7206, {
    en: 'The merchant does not exist.',
    zh_Hans: '商户不存在',
    zh_Hant: '商戶不存在',
    vi: 'Người bán không tồn tại.',
  }),
  terms_changed: business(7207, {
    en: 'This was changed since it was entered. Please look at it again and enter it anew.',
    zh_Hans: '提交之后内容已变更，请重新查看并再次提交',
    zh_Hant: '提交之後內容已變更，請重新檢視並再次提交',
    vi: 'Nội dung này đã thay đổi từ khi được gửi. Vui lòng xem lại và gửi lại.',
  }),
  fee_changed: passing(7208, {
    en: 'The fees have changed since they were shown. Please look at the amounts again.',
    zh_Hans: '手续费已变更，请重新核对金额',
    zh_Hant: '手續費已變更，請重新核對金額',
    vi: 'Phí đã thay đổi so với lúc hiển thị. Vui lòng xem lại số tiền.',
  }),
} as const;
