import { business, passing } from '../outcome.ts';

/** Withdrawals to a chain and the addresses that they go to: codes 78xx, and 754x where the signer pays. */
export const payouts = {
  payout_network_off: passing(7801, {
    en: 'Withdrawals over {network} are switched off at present.',
    zh_Hans: '{network} 网络暂停提币',
    zh_Hant: '{network} 網路暫停提領',
    vi: 'Rút tiền qua mạng {network} hiện đang tắt.',
  }),
  payout_address_refused: business(7802, {
    en: 'Nothing can be withdrawn to this address. Please use an address of your own wallet.',
    zh_Hans: '不支持提币到该地址，请使用您自己钱包的地址',
    zh_Hant: '不支援提領到此地址，請使用您自己錢包的地址',
    vi: 'Không thể rút tiền về địa chỉ này. Vui lòng dùng địa chỉ ví của chính bạn.',
  }),
  payout_address_blocked: business(7803, {
    en: 'This address is on the block list. Please contact customer service.',
    zh_Hans: '该地址在黑名单中，请联系客服',
    zh_Hant: '此地址在黑名單中，請聯絡客服',
    vi: 'Địa chỉ này nằm trong danh sách chặn. Vui lòng liên hệ bộ phận hỗ trợ.',
  }),
  payout_address_missing: passing(7804, {
    en: 'There is no withdrawal address for {network} yet. Please add one first.',
    zh_Hans: '尚未设置 {network} 的提币地址，请先添加',
    zh_Hant: '尚未設定 {network} 的提領地址，請先新增',
    vi: 'Chưa có địa chỉ rút cho {network}. Vui lòng thêm địa chỉ trước.',
  }),
  payout_address_other: passing(7805, {
    en: 'The withdrawal address was changed meanwhile. Please look at it again.',
    zh_Hans: '提币地址已变更，请重新确认',
    zh_Hant: '提領地址已變更，請重新確認',
    vi: 'Địa chỉ rút đã thay đổi. Vui lòng xem lại.',
  }),
  payout_address_resting: passing(7806, {
    en: 'To protect your money, a new withdrawal address can be used after 24 hours: from {time} on.',
    zh_Hans: '为保护您的资金，新的提币地址须在 24 小时后才能使用：{time} 起可用',
    zh_Hant: '為保護您的資金，新的提領地址須在 24 小時後才能使用：{time} 起可用',
    vi: 'Để bảo vệ tiền của bạn, địa chỉ rút mới chỉ dùng được sau 24 giờ: từ {time}.',
  }),
  withdrawal_above_maximum: business(7807, {
    en: 'A single withdrawal can be at most {maximum}.',
    zh_Hans: '单笔提币不能超过 {maximum}',
    zh_Hant: '單筆提領不能超過 {maximum}',
    vi: 'Mỗi lần rút tối đa {maximum}.',
  }),
  withdrawal_day_maximum: passing(7808, {
    en: 'At most {maximum} can be withdrawn per day (UTC). Left today: {left}.',
    zh_Hans: '每日（UTC）最多可提 {maximum}，今日剩余 {left}',
    zh_Hant: '每日（UTC）最多可提領 {maximum}，今日剩餘 {left}',
    vi: 'Mỗi ngày (UTC) được rút tối đa {maximum}. Hôm nay còn lại: {left}.',
  }),
  payout_txid_malformed: business(7809, {
    en: 'This is no transaction number (TXID) of {network}.',
    zh_Hans: '该 TXID 不是 {network} 的交易号',
    zh_Hant: '此 TXID 不是 {network} 的交易編號',
    vi: 'Đây không phải là mã giao dịch trên chuỗi (TXID) của {network}.',
  }),
  payout_txid_taken: business(7810, {
    en: 'This TXID already belongs to another order.',
    zh_Hans: '该 TXID 已属于其他订单',
    zh_Hant: '此 TXID 已屬於其他訂單',
    vi: 'TXID này đã thuộc về một đơn khác.',
  }),
  second_person_required: passing(7811, {
    en: 'Whoever approved the withdrawal cannot settle it. Another member of staff has to.',
    zh_Hans: '批准该提币的人员不能确认打款，须由另一名员工操作',
    zh_Hant: '核准此提領的人員不能確認打款，須由另一名員工操作',
    vi: 'Người đã duyệt lệnh rút không được xác nhận chi trả. Cần một nhân viên khác.',
  }),
  address_blocked_already: business(7812, {
    en: 'This address is on the block list already.',
    zh_Hans: '该地址已在黑名单中',
    zh_Hant: '此地址已在黑名單中',
    vi: 'Địa chỉ này đã có trong danh sách chặn.',
  }),
  payout_signed: passing(7540, {
    en: 'The withdrawal is signed and may be on its way. What becomes of it on the chain decides.',
    zh_Hans: '该提币已签名，可能正在转出，以链上结果为准',
    zh_Hant: '此提領已簽名，可能正在轉出，以鏈上結果為準',
    vi: 'Lệnh rút đã được ký và có thể đang được gửi. Kết quả trên chuỗi sẽ quyết định.',
  }),
  payout_by_signer: passing(7541, {
    en: 'Withdrawals over {network} are paid by the signer, not by hand.',
    zh_Hans: '{network} 网络的提币由签名程序打款，不能人工登记',
    zh_Hant: '{network} 網路的提領由簽名程式打款，不能人工登記',
    vi: 'Lệnh rút qua {network} do chương trình ký chi trả, không chi trả thủ công.',
  }),
  payout_not_in_doubt: passing(7542, {
    en: 'What became of the withdrawal is not in doubt, or not as it was entered. Please look at it again.',
    zh_Hans: '该提币的结果并无疑问，或情况已变，请重新核对',
    zh_Hant: '此提領的結果並無疑問，或情況已變，請重新核對',
    vi: 'Kết quả lệnh rút không còn nghi vấn, hoặc đã khác lúc nhập. Vui lòng xem lại.',
  }),
  payout_has_left: business(7543, {
    en: 'USDT has left for this withdrawal. It can only be ended as paid.',
    zh_Hans: '该提币已有 USDT 转出，只能按已打款结束',
    zh_Hant: '此提領已有 USDT 轉出，只能按已撥款結束',
    vi: 'Đã có USDT rời đi cho lệnh rút này. Chỉ có thể kết thúc là đã chi trả.',
  }),
} as const;
