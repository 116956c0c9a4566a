/** Checked with the catalogue that it is a part of. */
export const scan = {
  scan_to_pay: 'Quét để thanh toán',
  scan_page_title: 'Quét mã thanh toán',
  scan_page_lead: 'Bằng máy ảnh, từ ảnh đã lưu hoặc bằng địa chỉ.',
  scan_camera: 'Dùng máy ảnh',
  scan_view: 'Hình ảnh từ máy ảnh',
  scan_stop: 'Dừng máy ảnh',
  scan_picture: 'Chọn ảnh đã lưu',
  scan_address: 'Địa chỉ thanh toán',
  scan_address_hint: 'Như người bán hiển thị hoặc gửi cho bạn',
  scan_open: 'Mở thanh toán',
  scan_unknown: 'Đây không phải mã thanh toán của chúng tôi. Vui lòng kiểm tra nguồn của mã.',
  scan_no_address:
    'Đây không phải là một địa chỉ. Vui lòng nhập toàn bộ địa chỉ mà người bán hiển thị hoặc gửi cho bạn, trong đó có /pay/ hoặc /collect/.',
  scan_no_camera: 'Không dùng được máy ảnh: thiết bị không có hoặc trang này không được phép. Hãy chọn ảnh đã lưu hoặc nhập địa chỉ.',
  scan_nothing_found: 'Không tìm thấy mã trong ảnh. Vui lòng chọn ảnh rõ hơn, có đủ cả mã.',
  offline_title: 'Không có mạng',
  offline_text: 'Ví cần có kết nối: không thông tin nào về tiền của bạn được lưu trên thiết bị này. Vui lòng kiểm tra mạng rồi thử lại.',
} as const;
