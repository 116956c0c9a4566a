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
  'assets.depositCrypto': 'Nạp tiền mã hóa',
  'assets.withdrawCrypto': 'Rút tiền mã hóa',
  'assets.withdrawFiat': 'Rút tiền pháp định',
  'assets.actFor': '{act} {coin}',
  'assets.more': 'Thêm',
  'assets.moreFor': 'Thêm cho {coin}',
  'assets.receiveLead': 'Gửi địa chỉ này cho người bán muốn chuyển tiền cho bạn. Tiền đến ngay lập tức.',
  'assets.address': 'Địa chỉ nhận tiền',
  'assets.addressQr': 'Mã QR của địa chỉ nhận tiền',
  'assets.receiveWarning':
    'Chỉ người bán của nhà cung cấp này mới chuyển được tới địa chỉ này. Đây không phải địa chỉ blockchain: tài sản gửi từ blockchain sẽ không đến được.',
  'assets.terms': 'Phí và giới hạn của bạn',
  'assets.termsHint': 'Theo thỏa thuận với nhà cung cấp. Thay đổi áp dụng cho đơn hàng và lần chuyển tiền mới.',
  'assets.paymentFee': 'Phí thanh toán',
  'assets.transferFee': 'Phí chuyển tiền',
  'assets.transferMinimum': 'Chuyển tiền tối thiểu',
  'assets.orderMinimum': 'Đơn tối thiểu',
  'assets.orderMaximum': 'Đơn tối đa',
  'assets.liabilities': 'Bằng chứng nghĩa vụ',
  'assets.liabilitiesHint': 'Kiểm tra số dư của bạn đã được tính trong số tiền nhà cung cấp công bố đang nợ.',
  'assets.liabilitiesSee': 'Kiểm tra số dư của tôi',
});
