import { translation } from '../../catalogue.ts';
import type { content as english } from './en.ts';

export const content = translation<typeof english>()({
  'announcements.title': 'Thông báo từ nhà cung cấp',
  'announcements.none': 'Chưa có thông báo nào',
  'announcements.openPage': 'Mở thành trang riêng',
  'agreements.title': 'Trước khi bắt đầu',
  'agreements.lead': 'Vui lòng đọc thỏa thuận giữa bạn và nhà cung cấp, cũng như cách dữ liệu của bạn được xử lý.',
  'agreements.updateTitle': 'Chúng tôi đã thay đổi điều khoản',
  'agreements.updateLead': 'Vui lòng đọc phiên bản mới. Bạn có thể tiếp tục sau khi đồng ý.',
  'agreements.version': 'Phiên bản {version}, {time}',
  'agreements.accept': 'Tôi đã đọc và đồng ý',
  'pages.title': 'Trợ giúp và điều khoản',
  'pages.help_article': 'Trung tâm trợ giúp',
  'pages.user_agreement': 'Thỏa thuận người dùng',
  'pages.privacy_policy': 'Chính sách quyền riêng tư',
  'pages.legal_statement': 'Tuyên bố pháp lý',
  'pages.about_us': 'Về chúng tôi',
});
