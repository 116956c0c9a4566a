import { business } from '../outcome.ts';

/** Webhooks: codes 66xx, of which 6602 is no longer used, and 755x. */
export const webhooks = {
  webhook_address_refused: business(6601, {
    en: 'The webhook address cannot be used: {reason}',
    zh_Hans: 'Webhook 地址不可用：{reason}',
    zh_Hant: 'Webhook 網址無法使用：{reason}',
    vi: 'Không thể dùng địa chỉ webhook: {reason}',
  }),
  webhook_endpoint_limit: business(7550, {
    en: 'There may be {limit} webhook endpoints at most. Please delete one that you no longer need.',
    zh_Hans: '最多可设置 {limit} 个 Webhook 端点，请先删除不再使用的端点',
    zh_Hant: '最多可設定 {limit} 個 Webhook 端點，請先刪除不再使用的端點',
    vi: 'Có tối đa {limit} điểm nhận webhook. Vui lòng xóa điểm không còn dùng.',
  }),
  webhook_endpoint_off: business(7551, {
    en: 'The webhook endpoint is switched off. Please switch it on first.',
    zh_Hans: '该 Webhook 端点已停用，请先启用',
    zh_Hant: '該 Webhook 端點已停用，請先啟用',
    vi: 'Điểm nhận webhook này đang tắt. Vui lòng bật lại trước.',
  }),
  webhook_endpoint_deleted: business(7552, {
    en: 'The webhook endpoint that this event was for has been deleted.',
    zh_Hans: '该事件对应的 Webhook 端点已删除',
    zh_Hant: '該事件對應的 Webhook 端點已刪除',
    vi: 'Điểm nhận webhook của sự kiện này đã bị xóa.',
  }),
  webhook_delivery_not_kept: business(7553, {
    en: 'Webhook deliveries are kept for {days} days. This one can no longer be sent again: please query the order instead.',
    zh_Hans: 'Webhook 发送记录仅保留 {days} 天，该记录已无法重新发送，请改为查询订单',
    zh_Hant: 'Webhook 傳送紀錄僅保留 {days} 天，該紀錄已無法重新傳送，請改為查詢訂單',
    vi: 'Các lần gửi webhook được lưu trong {days} ngày. Lần này không thể gửi lại nữa: vui lòng tra cứu lệnh.',
  }),
} as const;
