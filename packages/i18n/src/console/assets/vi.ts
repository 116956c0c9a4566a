import { translation } from '../../catalogue.ts';
import type { assets as english } from './en.ts';

export const assets = translation<typeof english>()({
  'assets.hint': 'Tài sản theo từng loại tiền: khả dụng, bị đóng băng và chờ xác nhận.',
  'assets.table': 'Số dư theo loại tiền',
  'assets.marketOf': 'Thị trường {market}',
  'assets.crypto': 'Tiền mã hóa',
  'assets.exactly': 'Chính xác {amount}',
  'assets.transfer': 'Chuyển tiền',
  'assets.receive': 'Nhận tiền',
  'assets.transferCoin': 'Chuyển tiền {coin}',
  'assets.receiveCoin': 'Nhận tiền {coin}',
  'assets.emptyTitle': 'Chưa có loại tiền nào',
  'assets.emptyHint': 'Loại tiền sẽ xuất hiện ở đây khi thị trường của nó được kích hoạt cho tài khoản. Vui lòng liên hệ bộ phận hỗ trợ.',
  'assets.receiveLead': 'Gửi địa chỉ này cho người bán muốn chuyển tiền cho bạn. Tiền đến ngay lập tức.',
  'assets.address': 'Địa chỉ nhận tiền',
  'assets.addressQr': 'Mã QR của địa chỉ nhận tiền',
  'assets.receiveWarning':
    'Chỉ người bán của nhà cung cấp này mới chuyển được tới địa chỉ này. Đây không phải địa chỉ blockchain: tài sản gửi từ blockchain sẽ không đến được.',
});
