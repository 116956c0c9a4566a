import { business, passing } from '../outcome.ts';

/** Exchange rates, and what comes in or goes out over a chain: codes 77xx, 7580 on the demo's chain, and 7581 to 7589 on what staff decide of deposits. */
export const exchange = {
  address_malformed: business(7701, {
    en: 'Incorrect address format',
    zh_Hans: '地址格式错误',
    zh_Hant: '地址格式錯誤',
    vi: 'Định dạng địa chỉ không đúng',
  }),
  rate_unavailable: passing(7702, {
    en: 'There is no exchange rate for {coin} at present. Please try again later.',
    zh_Hans: '{coin} 暂无汇率，请稍后再试',
    zh_Hant: '{coin} 目前沒有匯率，請稍後再試',
    vi: 'Hiện chưa có tỷ giá cho {coin}. Vui lòng thử lại sau.',
  }),
  rate_changed: passing(7703, {
    en: 'The exchange rate is {rate} now. Please look at the amounts again.',
    zh_Hans: '汇率已变为 {rate}，请重新核对金额',
    zh_Hant: '匯率已變為 {rate}，請重新核對金額',
    vi: 'Tỷ giá hiện là {rate}. Vui lòng xem lại số tiền.',
  }),
  deposit_network_missing: passing(7704, {
    en: 'No deposit network available, contact customer service',
    zh_Hans: '暂无可用充值网络，请联系客服',
    zh_Hant: '目前沒有可用的儲值網路，請聯絡客服',
    vi: 'Hiện không có mạng nạp tiền khả dụng, vui lòng liên hệ bộ phận hỗ trợ',
  }),
  deposit_address_changed: passing(7705, {
    en: 'The deposit address of this network has changed. Please look at it again; if you have sent to the earlier one, contact customer service.',
    zh_Hans: '该网络的充值地址已变更，请重新核对；如已转入原地址，请联系客服',
    zh_Hant: '此網路的儲值地址已變更，請重新核對；若已轉入原地址，請聯絡客服',
    vi: 'Địa chỉ nạp tiền của mạng này đã thay đổi. Vui lòng kiểm tra lại; nếu đã gửi đến địa chỉ cũ, hãy liên hệ bộ phận hỗ trợ.',
  }),
  txid_malformed: business(7706, {
    en: 'This is not a TXID of the network {network}.',
    zh_Hans: '该 TXID 不符合网络 {network} 的格式',
    zh_Hant: '此 TXID 不符合網路 {network} 的格式',
    vi: 'Đây không phải là TXID của mạng {network}.',
  }),
  txid_used: business(7707, {
    en: 'This TXID has been submitted already.',
    zh_Hans: '该 TXID 已提交过',
    zh_Hant: '此 TXID 已提交過',
    vi: 'TXID này đã được gửi trước đó.',
  }),
  recharge_unknown: business(7708, {
    en: 'The recharge does not exist.',
    zh_Hans: '充值订单不存在',
    zh_Hant: '儲值訂單不存在',
    vi: 'Lệnh nạp tiền không tồn tại.',
  }),
  recharge_owner_suspended: passing(7709, {
    en: 'Whose order this is, is suspended. The order waits until they are restored; it can still be rejected or refunded.',
    zh_Hans: '订单所属账号已停用，恢复后方可继续；仍可拒绝或退回该订单',
    zh_Hant: '訂單所屬帳號已停用，恢復後才能繼續；仍可拒絕或退回此訂單',
    vi: 'Chủ của đơn này đang bị tạm khóa. Đơn chờ đến khi được mở lại; vẫn có thể từ chối hoặc hoàn lại.',
  }),
  test_chain_down: passing(7580, {
    en: "The demo's chain could not be started. Its log says why.",
    zh_Hans: '演示用的区块链无法启动，原因见其日志',
    zh_Hant: '示範用的區塊鏈無法啟動，原因見其日誌',
    vi: 'Không thể khởi động chuỗi khối của bản thử nghiệm. Nhật ký của nó cho biết lý do.',
  }),
  deposit_unknown: business(7581, {
    en: 'The deposit does not exist.',
    zh_Hans: '该充值不存在',
    zh_Hant: '該筆儲值不存在',
    vi: 'Khoản nạp không tồn tại.',
  }),
  deposit_settled: business(7582, {
    en: 'This deposit is not held: it was credited, or there is nothing to decide.',
    zh_Hans: '该充值并未暂挂：已入账或无需处理',
    zh_Hant: '該筆儲值並未暫掛：已入帳或無需處理',
    vi: 'Khoản nạp này không bị giữ: đã được ghi có hoặc không cần quyết định.',
  }),
  deposit_set_aside: business(7583, {
    en: 'This deposit is set aside already.',
    zh_Hans: '该充值已搁置',
    zh_Hant: '該筆儲值已擱置',
    vi: 'Khoản nạp này đã được gác lại.',
  }),
  deposit_told_by_hand: business(7584, {
    en: 'Its TXID was told or entered by hand and credited already.',
    zh_Hans: '该 TXID 已通过人工提交或录入入账',
    zh_Hant: '該 TXID 已透過人工提交或登錄入帳',
    vi: 'TXID này đã được khai báo hoặc nhập thủ công và đã ghi có.',
  }),
  deposit_owner_suspended: passing(7585, {
    en: 'Whose address it went to is suspended. Restore them first, or set the deposit aside.',
    zh_Hans: '地址所属账号已停用，请先恢复，或搁置该充值',
    zh_Hant: '地址所屬帳號已停用，請先恢復，或擱置該筆儲值',
    vi: 'Chủ của địa chỉ đang bị tạm khóa. Hãy mở lại trước, hoặc gác khoản nạp lại.',
  }),
  deposit_without_coin: passing(7586, {
    en: 'Whose address it went to has no coin that may receive USDT now.',
    zh_Hans: '地址所属方目前没有可接收 USDT 的币种',
    zh_Hant: '地址所屬方目前沒有可接收 USDT 的幣別',
    vi: 'Chủ của địa chỉ hiện không có đồng tiền nào nhận được USDT.',
  }),
  deposit_without_rate: passing(7587, {
    en: 'The coin that it would be credited in has no exchange rate now.',
    zh_Hans: '入账币种目前没有汇率',
    zh_Hant: '入帳幣別目前沒有匯率',
    vi: 'Đồng tiền sẽ ghi có hiện chưa có tỷ giá.',
  }),
  deposit_not_creditable: passing(7588, {
    en: 'The amount cannot be credited: the fee takes all of it, or it is too large.',
    zh_Hans: '该数量无法入账：手续费不低于该数量，或数量过大',
    zh_Hant: '該數量無法入帳：手續費不低於該數量，或數量過大',
    vi: 'Không thể ghi có số lượng này: phí chiếm hết, hoặc số lượng quá lớn.',
  }),
  deposit_changed: business(7589, {
    en: 'The deposit is no longer what was looked at or entered. Please look at it again.',
    zh_Hans: '该充值与查看或提交时不一致，请重新查看',
    zh_Hant: '該筆儲值與檢視或提交時不一致，請重新檢視',
    vi: 'Khoản nạp không còn như lúc được xem hoặc gửi duyệt. Vui lòng xem lại.',
  }),
  quick_recharge_off: passing(7710, {
    en: 'Quick recharge is not enabled for this merchant.',
    zh_Hans: '该商户未开通快捷充值',
    zh_Hant: '此商戶未開通快捷儲值',
    vi: 'Người bán này chưa được bật nạp nhanh.',
  }),
  recharge_of_chain: business(7712, {
    en: 'The chain has decided about this transfer: it went to an address of its own owner, and is under Deposits on chains.',
    zh_Hans: '该笔转账已由链上处理：它转入了某用户的专属地址，请在“链上充值”中查看',
    zh_Hant: '該筆轉帳已由鏈上處理：它轉入了某使用者的專屬地址，請在「鏈上儲值」中檢視',
    vi: 'Chuỗi đã quyết định về khoản chuyển này: nó vào địa chỉ riêng của một chủ tài khoản và nằm ở mục Nạp tiền trên chuỗi.',
  }),
  network_connected: business(7713, {
    en: 'The network {network} is connected: its nodes are changed by the command “chain connect” alone.',
    zh_Hans: '网络 {network} 已连接：其节点只能用命令“chain connect”更改',
    zh_Hant: '網路 {network} 已連接：其節點只能用命令「chain connect」變更',
    vi: 'Mạng {network} đã được kết nối: các nút của nó chỉ đổi được bằng lệnh “chain connect”.',
  }),
  deposit_address_taken: business(7711, {
    en: 'This address already belongs to somebody, or to the provider.',
    zh_Hans: '该地址已分配给他人或属于平台',
    zh_Hant: '此地址已分配給他人或屬於平台',
    vi: 'Địa chỉ này đã thuộc về người khác hoặc nhà cung cấp.',
  }),
} as const;
