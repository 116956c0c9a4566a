import { business, passing } from '../outcome.ts';

/** Exchange rates, and what comes in or goes out over a chain: codes 77xx, and 758x on the demo's chain. */
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
    en: 'Whose order this is, is suspended. The order waits until they are restored, or is rejected.',
    zh_Hans: '订单所属账号已停用，恢复后方可通过，也可拒绝该订单',
    zh_Hant: '訂單所屬帳號已停用，恢復後才能通過，也可拒絕此訂單',
    vi: 'Chủ của đơn này đang bị tạm khóa. Đơn chờ đến khi được mở lại, hoặc bị từ chối.',
  }),
  test_chain_down: passing(7580, {
    en: "The demo's chain could not be started. Its log says why.",
    zh_Hans: '演示用的区块链无法启动，原因见其日志',
    zh_Hant: '示範用的區塊鏈無法啟動，原因見其日誌',
    vi: 'Không thể khởi động chuỗi khối của bản thử nghiệm. Nhật ký của nó cho biết lý do.',
  }),
  quick_recharge_off: passing(7710, {
    en: 'Quick recharge is not enabled for this merchant.',
    zh_Hans: '该商户未开通快捷充值',
    zh_Hant: '此商戶未開通快捷儲值',
    vi: 'Người bán này chưa được bật nạp nhanh.',
  }),
  deposit_address_taken: business(7711, {
    en: 'This address already belongs to somebody, or to the provider.',
    zh_Hans: '该地址已分配给他人或属于平台',
    zh_Hant: '此地址已分配給他人或屬於平台',
    vi: 'Địa chỉ này đã thuộc về người khác hoặc nhà cung cấp.',
  }),
} as const;
