import { translation } from '../../catalogue.ts';
import type { face as english } from './en.ts';

export const face = translation<typeof english>()({
  'face.hint':
    'Các khoản thanh toán mà người dùng ví có thể xác nhận bằng khuôn mặt thay cho mật khẩu thanh toán. Đây là cách tiện lợi và yếu hơn mật khẩu: nó ngăn được ảnh giơ trước camera, không chặn được mặt nạ hay video do máy tính tạo ra. Vì vậy hãy giữ số tiền nhỏ.',
  'face.use': 'Đang sử dụng',
  'face.enrolled': 'Người dùng ví đã thiết lập khuôn mặt',
  'face.locked': 'Bị khóa sau các lần không thành công',
  'face.audit': 'Nhật ký kiểm tra ghi từng lần xác nhận và từng lần thất bại cùng số đo, không có hình ảnh.',
  'face.setting': 'Cài đặt',
  'face.limits': 'Trên mức này, khoản thanh toán cần mật khẩu thanh toán.',
  'face.offered': 'Cho phép xác nhận thanh toán bằng khuôn mặt',
  'face.most': 'Khoản thanh toán lớn nhất bằng {coin}',
  'face.empty': 'Để trống nếu không cho phép xác nhận bằng khuôn mặt',
  'face.problem': 'Nhập số tiền lớn hơn 0 với tối đa {decimals} chữ số thập phân',
  'face.review': 'Xem lại thay đổi',
  'face.change': 'Thay đổi cài đặt',
  'face.effect': 'Có hiệu lực từ lần xác nhận tiếp theo. Khuôn mặt đã thiết lập vẫn giữ nguyên cho đến khi chủ của chúng rút lại.',
  'face.unchanged': 'Không có gì thay đổi',
  'face.done': 'Đã thay đổi cài đặt',
  'face.on': 'cho phép',
  'face.off': 'không cho phép',
  'face.none': 'không có',
});
