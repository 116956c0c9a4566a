export const LANGUAGES = ['zh_Hans', 'zh_Hant', 'en', 'vi'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = { zh_Hans: '简体', zh_Hant: '繁體', en: 'English', vi: 'Tiếng Việt' };
export const LANGUAGE_TAGS: Record<Language, string> = { zh_Hans: 'zh-Hans', zh_Hant: 'zh-Hant', en: 'en', vi: 'vi' };

const en = {
  shop: 'Harbour Books',
  demo: 'Demo shop',
  about: 'A small program of its own: all it knows of Purser is the SDK.',
  market: 'Pay with',
  buy: 'Buy',
  language: 'Language',
  appearance: 'Appearance',
  day: 'Day',
  night: 'Night',
  auto: 'Auto',
  your_orders: 'Your orders',
  order: 'Order',
  amount: 'Amount',
  status: 'Status',
  created: 'Waiting for payment',
  scanned: 'Payment page opened',
  paid: 'Paid',
  cancelled: 'Cancelled',
  expired: 'Expired',
  pay: 'Go to the payment page',
  cancel: 'Cancel this order',
  thanks: 'Thank you! Your book is on its way.',
  back: 'Back to the shop',
  refresh: 'Check again',
  webhooks: 'Webhooks received',
  webhooks_about: 'What Purser told this shop, newest first. Each signature was verified.',
  webhooks_none: 'None yet.',
  verified: 'Signature verified',
  message: 'Message',
  refused: 'Purser refused',
  not_found: 'Page not found',
  home: 'Books',
};

export type Texts = typeof en;

const zh_Hans: Texts = {
  shop: '港湾书店',
  demo: '演示商店',
  about: '这是一个独立的小程序，只通过 SDK 与 Purser 通信。',
  market: '支付币种',
  buy: '购买',
  language: '语言',
  appearance: '外观',
  day: '日间',
  night: '夜间',
  auto: '自动',
  your_orders: '您的订单',
  order: '订单',
  amount: '金额',
  status: '状态',
  created: '等待付款',
  scanned: '已打开付款页',
  paid: '已付款',
  cancelled: '已取消',
  expired: '已超时',
  pay: '前往付款页',
  cancel: '取消订单',
  thanks: '谢谢！您的书已在路上。',
  back: '返回商店',
  refresh: '重新查询',
  webhooks: '收到的 Webhook',
  webhooks_about: 'Purser 发给本店的通知，最新的在前，签名均已验证。',
  webhooks_none: '暂无。',
  verified: '签名已验证',
  message: '消息内容',
  refused: 'Purser 拒绝了请求',
  not_found: '页面不存在。',
  home: '图书',
};

const zh_Hant: Texts = {
  shop: '港灣書店',
  demo: '示範商店',
  about: '這是一個獨立的小程式，只透過 SDK 與 Purser 通訊。',
  market: '付款幣別',
  buy: '購買',
  language: '語言',
  appearance: '外觀',
  day: '日間',
  night: '夜間',
  auto: '自動',
  your_orders: '您的訂單',
  order: '訂單',
  amount: '金額',
  status: '狀態',
  created: '等待付款',
  scanned: '已開啟付款頁',
  paid: '已付款',
  cancelled: '已取消',
  expired: '已逾時',
  pay: '前往付款頁',
  cancel: '取消訂單',
  thanks: '謝謝！您的書已在路上。',
  back: '返回商店',
  refresh: '重新查詢',
  webhooks: '收到的 Webhook',
  webhooks_about: 'Purser 發給本店的通知，最新的在前，簽章均已驗證。',
  webhooks_none: '尚無。',
  verified: '簽章已驗證',
  message: '訊息內容',
  refused: 'Purser 拒絕了請求',
  not_found: '找不到頁面。',
  home: '圖書',
};

const vi: Texts = {
  shop: 'Nhà sách Bến Cảng',
  demo: 'Cửa hàng mẫu',
  about: 'Một chương trình nhỏ độc lập: chỉ biết Purser qua SDK.',
  market: 'Thanh toán bằng',
  buy: 'Mua',
  language: 'Ngôn ngữ',
  appearance: 'Giao diện',
  day: 'Sáng',
  night: 'Tối',
  auto: 'Tự động',
  your_orders: 'Đơn hàng của bạn',
  order: 'Đơn hàng',
  amount: 'Số tiền',
  status: 'Trạng thái',
  created: 'Chờ thanh toán',
  scanned: 'Đã mở trang thanh toán',
  paid: 'Đã thanh toán',
  cancelled: 'Đã hủy',
  expired: 'Đã hết hạn',
  pay: 'Đến trang thanh toán',
  cancel: 'Hủy đơn hàng',
  thanks: 'Cảm ơn bạn! Sách đang trên đường giao.',
  back: 'Về cửa hàng',
  refresh: 'Kiểm tra lại',
  webhooks: 'Webhook đã nhận',
  webhooks_about: 'Những gì Purser báo cho cửa hàng, mới nhất ở trên. Mọi chữ ký đã được xác minh.',
  webhooks_none: 'Chưa có.',
  verified: 'Đã xác minh chữ ký',
  message: 'Nội dung',
  refused: 'Purser từ chối',
  not_found: 'Không tìm thấy trang',
  home: 'Sách',
};

export const TEXTS: Record<Language, Texts> = { en, zh_Hans, zh_Hant, vi };

/** The visitor's own choice, else the first of the browser's languages that the shop speaks, else English. */
export function languageOf(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  const known = LANGUAGES.find((language) => language === chosen);
  if (known) return known;
  for (const tag of (acceptLanguage ?? '').toLowerCase().split(',')) {
    if (/^\s*zh-(hant|tw|hk|mo)/.test(tag)) return 'zh_Hant';
    const match = /^\s*(zh|en|vi)\b/.exec(tag)?.[1];
    if (match) return match === 'zh' ? 'zh_Hans' : (match as Language);
  }
  return 'en';
}
