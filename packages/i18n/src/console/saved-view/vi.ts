import { translation } from '../../catalogue.ts';
import type { savedView as english } from './en.ts';

export const savedView = translation<typeof english>()({
  'saved.views': 'Chế độ xem',
  'saved.none': 'Chưa lưu chế độ xem nào. Hãy lọc và sắp xếp danh sách theo ý bạn rồi đặt tên.',
  'saved.all': 'Toàn bộ danh sách',
  'saved.name': 'Tên chế độ xem',
  'saved.save': 'Lưu thành chế độ xem',
  'saved.replace': 'Lưu nội dung đang hiển thị',
  'saved.rename': 'Đổi tên',
  'saved.delete': 'Xóa',
  'saved.deleteNamed': 'Xóa chế độ xem “{name}”',
  'saved.changeNamed': 'Thay đổi chế độ xem “{name}”',
  'saved.default': 'Danh sách mở ra với chế độ xem này',
  'saved.isDefault': 'mặc định',
  'saved.kept': 'Đã lưu chế độ xem',
  'saved.gone': 'Đã xóa chế độ xem',
  'saved.back': 'Quay lại',
});
