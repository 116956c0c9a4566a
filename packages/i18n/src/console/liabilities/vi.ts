import { translation } from '../../catalogue.ts';
import type { liabilities as english } from './en.ts';

export const liabilities = translation<typeof english>()({
  'liabilities.title': 'Bằng chứng nghĩa vụ',
  'liabilities.hint': 'Số tiền nhà cung cấp công bố đang nợ, và bằng chứng số dư của bạn đã được tính trong đó.',
  'liabilities.emptyTitle': 'Chưa có bản công bố nào',
  'liabilities.emptyHint': 'Khi nhà cung cấp phát hành bản công bố nghĩa vụ, bằng chứng của bạn sẽ hiển thị tại đây.',
  'liabilities.absentTitle': 'Bạn không có trong bản này',
  'liabilities.absentHint': 'Khi bản này được lập, bạn chưa có tài khoản ở loại tiền nào.',
  'liabilities.asOf': 'Bản công bố nghĩa vụ lúc {time}',
  'liabilities.balance': 'Số dư của bạn trong đó',
  'liabilities.sum': 'Tổng nợ tất cả',
  'liabilities.count': 'Số chủ sở hữu',
  'liabilities.root': 'Mã băm gốc',
  'liabilities.nonce': 'Số ngẫu nhiên của bạn',
  'liabilities.checking': 'Đang kiểm tra',
  'liabilities.holds': 'Đã được tính, trình duyệt này đã kiểm tra',
  'liabilities.fails': 'Bằng chứng không đúng',
  'liabilities.unable': 'Chưa kiểm tra tại đây',
  'liabilities.failsHint': 'Đừng tin bản công bố này. Hãy giữ bằng chứng và hỏi nhà cung cấp.',
  'liabilities.unableHint': 'Trình duyệt này không tính được mã băm trên trang này. Hãy tải bằng chứng và kiểm tra bằng trình xác minh.',
  'liabilities.path': 'Đường đến mã băm gốc: {steps} bước',
  'liabilities.left': 'trái',
  'liabilities.right': 'phải',
  'liabilities.ofOwners': 'của {count} chủ sở hữu',
  'liabilities.download': 'Tải bằng chứng',
  'liabilities.downloadFor': 'Tải bằng chứng cho {coin}',
  'liabilities.verifier': 'Tải trình xác minh',
  'liabilities.own': 'Tự kiểm tra',
  'liabilities.ownHint':
    'Hãy so sánh mã băm gốc với mã bạn nhận được từ nơi khác: mọi người phải thấy giống nhau. Trình xác minh kiểm tra bằng chứng đã tải mà không cần trang này, trên bất kỳ máy tính nào có Node.js:',
});
