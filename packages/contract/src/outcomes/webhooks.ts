import { business } from '../outcome.ts';

/** Webhooks: codes 66xx. */
export const webhooks = {
  webhook_address_refused: business(6601, {
    en: 'The webhook address cannot be used: {reason}',
    zh_Hans: 'Webhook 地址不可用：{reason}',
    zh_Hant: 'Webhook 網址無法使用：{reason}',
    vi: 'Không thể dùng địa chỉ webhook: {reason}',
  }),
  webhook_address_missing: business(6602, {
    en: 'Please set a webhook address first.',
    zh_Hans: '请先设置 Webhook 地址',
    zh_Hant: '請先設定 Webhook 網址',
    vi: 'Vui lòng đặt địa chỉ webhook trước.',
  }),
} as const;
