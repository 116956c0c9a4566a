import { translation } from '../../catalogue.ts';
import type { list as english } from './en.ts';

export const list = translation<typeof english>()({
  'list.export': 'Xuất tệp',
  'list.exportCsv': 'Tệp CSV',
  'list.exportXlsx': 'Tệp Excel (XLSX)',
  'list.exportNewestFirst': 'Tệp luôn xếp mới nhất trước, dù danh sách được sắp xếp thế nào.',
  'list.exporting': 'Đang xuất',
  'list.exportStarting': 'Đang chuẩn bị tệp…',
  'list.exportProgress': '{rows} dòng, đã nhận {size}',
  'list.exportCancel': 'Hủy xuất tệp',
  'list.exportCancelled': 'Đã hủy xuất tệp',
  'list.exportDone': 'Đã xuất {rows} dòng',
  'list.exportBroken': 'Xuất tệp bị gián đoạn. Chưa có gì được lưu, vui lòng thử lại.',
  'list.newRows': '{count} mục mới',
  'list.newRowsMany': 'Hơn {count} mục mới',
  'list.showNew': 'Xem',
  'list.changed': 'Nội dung trang này đã thay đổi',
  'list.showChanged': 'Cập nhật trang',
  'list.searchedAs': 'Tìm theo',
  'list.notFoundTitle': 'Không có mục này',
  'list.notFoundHint': 'Địa chỉ trỏ tới một mục không tồn tại hoặc bạn không được xem.',
});
