import { translation } from '../../catalogue.ts';
import { orderKinds } from '../order-kinds/vi.ts';
import type { places as english } from './en.ts';

export const places = translation<typeof english>()({
  'numbers.merchant': 'Người bán',
  'numbers.user': 'Người dùng ví',
  'keys.queue': 'Trong hàng đợi duyệt và phê chuẩn',
  'keys.queueNext': 'Mở mục sau',
  'keys.queueBefore': 'Mở mục trước',
  'keys.approve': 'Duyệt mục đang mở hoặc đã chọn',
  'keys.reject': 'Từ chối mục đang mở hoặc đã chọn',
  'keys.show': 'Hiện phần đang được che: giấy tờ, số tài khoản đầy đủ',
  ...orderKinds,
});
