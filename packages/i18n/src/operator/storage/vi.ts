import { translation } from '../../catalogue.ts';
import type { storage as english } from './en.ts';

export const storage = translation<typeof english>()({
  'storage.hint': 'Tệp tải lên được giữ ở đâu và có hoạt động không.',
  'storage.kind': 'Giữ trong',
  'storage.kind.folder': 'Thư mục của máy này',
  'storage.kind.bucket': 'Bucket tương thích S3',
  'storage.place': 'Vị trí',
  'storage.host': 'Máy',
  'storage.space': 'Dung lượng trống',
  'storage.spaceValue': '{free} trên {total} GiB',
  'storage.spaceUnknown': 'Hệ thống không cho biết',
  'storage.lead': 'Một đối tượng nhỏ được ghi, đọc lại rồi xóa.',
  'storage.test': 'Thử kho tệp',
  'storage.well': 'Hoạt động: đã ghi, đọc và xóa trong {ms} ms',
  'storage.problem.write': 'Không ghi được',
  'storage.problem.read': 'Đã ghi nhưng không đọc lại được',
  'storage.problem.different': 'Nội dung đọc lại khác với nội dung đã ghi',
  'storage.problem.remove': 'Không xóa lại được',
  'storage.problem.too_slow': 'Mất hơn 10 giây',
  'storage.set': 'Nơi giữ tệp do môi trường của các chương trình quy định, không thay đổi ở đây.',
});
