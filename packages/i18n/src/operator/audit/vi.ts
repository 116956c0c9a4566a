import { actorKinds, acts, otherActs } from '../../acts/vi.ts';
import { translation } from '../../catalogue.ts';
import type { audit as english } from './en.ts';

export const audit = translation<typeof english>()({
  ...acts,
  ...otherActs,
  ...actorKinds,
  'audit.hint': 'Ai đã làm gì và từ đâu. Mỗi mục được nối với mục trước đó.',
  'audit.owner': 'Thuộc về',
  'audit.sequence': 'Số thứ tự',
  'audit.actorKind': 'Loại người thực hiện',
  'audit.actor': 'Số hoặc tên',
  'audit.actorName': 'Tên nhân viên',
  'audit.act': 'Thao tác',
  'audit.action': 'Mã thao tác',
  'audit.details': 'Chi tiết',
  'audit.ip': 'Từ',
  'audit.requestId': 'Yêu cầu',
  'audit.detailTitle': 'Mục nhật ký kiểm tra',
  'audit.emptyTitle': 'Chưa có mục nào',
  'audit.emptyHint': 'Mọi thao tác của nhân viên, người bán và khóa sẽ xuất hiện ở đây.',
  'audit.verify': 'Kiểm chứng',
  'audit.verifying': 'Đang kiểm chứng…',
  'audit.intact': 'Đã kiểm chứng {entries} mục lúc {time}: mọi chuỗi đều nguyên vẹn.',
  'audit.intactSoFar': 'Đã kiểm chứng {entries} mục lúc {time} và còn nữa: lệnh “npm run ledger -- verify” kiểm chứng tất cả.',
  'audit.broken': '{breaks} chỗ nhật ký đã bị thay đổi',
});
