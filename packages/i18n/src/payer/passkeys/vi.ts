/** Checked with the catalogue that it is a part of. */
export const passkeys = {
  passkeys_title: 'Mã khóa',
  passkeys_wallet: 'Đăng nhập và thanh toán bằng vân tay, khuôn mặt hoặc mã PIN',
  passkeys_lead:
    'Mã khóa giúp bạn đăng nhập và xác nhận thanh toán bằng vân tay, khuôn mặt, mã PIN hoặc khóa bảo mật. Không trang nào khác hỏi được mã khóa và không ai đoán được.',
  passkeys_none: 'Bạn chưa có mã khóa nào.',
  passkey_add: 'Thêm mã khóa',
  passkey_adding: 'Đang thêm…',
  passkey_name: 'Tên mã khóa',
  passkey_name_hint: 'Tên để bạn nhận ra, ví dụ “Điện thoại của tôi”',
  passkey_name_required: 'Vui lòng nhập tên',
  passkey_add_lead: 'Chúng tôi kiểm tra mật khẩu thanh toán, sau đó thiết bị sẽ hỏi bạn là ai.',
  passkey_no_script:
    'Mã khóa do trình duyệt tạo: hãy cho phép chạy mã lệnh trên trang này để thêm. Các mật khẩu của bạn vẫn dùng được như thường.',
  passkey_unknown: 'Trình duyệt này không dùng được mã khóa tại địa chỉ này. Các mật khẩu của bạn vẫn dùng được.',
  passkey_needs_password: 'Hãy đặt mật khẩu thanh toán trước: mật khẩu này xác nhận chính bạn thêm mã khóa.',
  passkey_synced: 'Đồng bộ giữa các thiết bị',
  passkey_of_device: 'Trên một thiết bị',
  passkey_unused: 'Đã thêm {time}, chưa dùng',
  passkey_used: 'Dùng lần cuối {time}',
  passkey_remove: 'Gỡ',
  passkey_remove_named: 'Gỡ {name}',
  passkey_remove_lead:
    'Mã khóa này sẽ không đăng nhập hay xác nhận được nữa. Bạn cũng có thể gỡ khỏi thiết bị. Các thiết bị khác sẽ bị đăng xuất.',
  passkey_is_there: 'Thiết bị này đã có mã khóa của ví này. Bạn có thể đăng nhập và xác nhận thanh toán bằng mã khóa đó.',
  passkey_added: 'Đã thêm mã khóa. Bạn có thể dùng mã khóa để đăng nhập và xác nhận thanh toán.',
  passkey_removed: 'Đã gỡ mã khóa.',
} as const;
