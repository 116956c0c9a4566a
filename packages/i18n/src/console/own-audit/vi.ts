import { acts } from '../../acts/vi.ts';
import { translation } from '../../catalogue.ts';
import type { ownAudit as english } from './en.ts';

export const ownAudit = translation<typeof english>()({
  ...acts,
  'ownAudit.hint': 'Những gì đã được thực hiện trong tài khoản của bạn, bởi ai và từ đâu.',
  'ownAudit.table': 'Nhật ký thao tác',
  'ownAudit.title': 'Nhật ký thao tác',
  'ownAudit.act': 'Thao tác',
  'ownAudit.kind': 'Loại',
  'ownAudit.who': 'Ai',
  'ownAudit.who.merchant': 'Thành viên',
  'ownAudit.who.access_key': 'Khóa truy cập',
  'ownAudit.who.operator': 'Nhân viên',
  'ownAudit.who.system': 'Hệ thống',
  'ownAudit.actor': 'Tên hoặc khóa',
  'ownAudit.subject': 'Đối tượng',
  'ownAudit.ip': 'IP',
  'ownAudit.device': 'Thiết bị',
  'ownAudit.userAgent': 'Trình duyệt tự khai',
  'ownAudit.number': 'Số',
  'ownAudit.time': 'Thời gian',
  'ownAudit.detailTitle': 'Chi tiết thao tác',
  'ownAudit.emptyTitle': 'Chưa có thao tác nào',
  'ownAudit.emptyHint': 'Đăng nhập, thay đổi cài đặt và thao tác tiền sẽ hiện ở đây.',
});
