import { business, passing } from '../outcome.ts';

/** Sending back what arrived on a chain and is held: codes 830x. */
export const chainReturns = {
  return_impossible: business(8301, {
    en: 'What arrived at this address cannot be sent back by the signer.',
    zh_Hans: '签名程序无法退回转入该地址的款项',
    zh_Hant: '簽名程式無法退回轉入此地址的款項',
    vi: 'Chương trình ký không thể hoàn trả khoản đã đến địa chỉ này.',
  }),
  return_without_signer: passing(8302, {
    en: 'The signer does not pay over {network} at present: nothing can be sent back there.',
    zh_Hans: '签名程序目前未在 {network} 网络打款，无法退回',
    zh_Hant: '簽名程式目前未在 {network} 網路打款，無法退回',
    vi: 'Chương trình ký hiện không chi trả qua {network} nên không thể hoàn trả.',
  }),
  return_address_differs: business(8303, {
    en: 'The two addresses are not the same.',
    zh_Hans: '两次输入的地址不一致',
    zh_Hant: '兩次輸入的地址不一致',
    vi: 'Hai lần nhập địa chỉ không giống nhau.',
  }),
  return_below_fee: business(8304, {
    en: 'The network fee ({fee}) takes all of it.',
    zh_Hans: '数量不足以支付网络费（{fee}）',
    zh_Hant: '數量不足以支付網路費（{fee}）',
    vi: 'Phí mạng ({fee}) chiếm hết số lượng này.',
  }),
  return_signed: passing(8305, {
    en: 'The transfer is signed and may be on its way. What becomes of it on the chain decides.',
    zh_Hans: '该笔转账已签名，可能正在转出，以链上结果为准',
    zh_Hant: '此筆轉帳已簽名，可能正在轉出，以鏈上結果為準',
    vi: 'Giao dịch đã được ký và có thể đang được gửi. Kết quả trên chuỗi sẽ quyết định.',
  }),
  return_not_under_way: business(8306, {
    en: 'This deposit is not being sent back.',
    zh_Hans: '该充值未在退回中',
    zh_Hant: '該筆儲值未在退回中',
    vi: 'Khoản nạp này không được hoàn trả.',
  }),
} as const;
