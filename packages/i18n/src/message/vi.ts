import { translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const vi = translation<typeof en>()({
  'merchant_setup.subject': 'Thiết lập tài khoản người bán {service} của bạn',
  'merchant_setup.body': `Xin chào {name},

tài khoản người bán của bạn tại {service} đã sẵn sàng. Hãy chọn mật khẩu và thiết lập trình xác thực tại đây:

{link}

Liên kết này có hiệu lực trong {hours} giờ và chỉ dùng được một lần. Ai có liên kết này đều có thể chiếm tài khoản: đừng chuyển cho người khác.

Nếu bạn không chờ tin nhắn này, hãy bỏ qua.`,

  'staff_invitation.subject': 'Lời mời vào trang vận hành {service}',
  'staff_invitation.body': `Xin chào {name},

bạn được mời làm việc trong trang vận hành của {service}. Hãy chọn mật khẩu và thiết lập yếu tố xác thực thứ hai tại đây:

{link}

Liên kết này có hiệu lực trong {hours} giờ và chỉ dùng được một lần. Đừng chuyển cho người khác.

Nếu bạn không chờ lời mời này, hãy báo cho người phụ trách {service}.`,

  'member_invitation.subject': 'Lời mời vào nhóm của {merchant}',
  'member_invitation.body': `Xin chào {name},

bạn được mời làm việc cho {merchant} tại {service}. Bạn sẽ đăng nhập bằng {username}. Hãy chọn mật khẩu và thiết lập trình xác thực tại đây:

{link}

Liên kết này có hiệu lực trong {hours} giờ và chỉ dùng được một lần. Đừng chuyển cho người khác.

Nếu bạn không chờ lời mời này, hãy bỏ qua.`,

  'login_code.subject': 'Mã đăng nhập {service} của bạn',
  'login_code.body': `Mã đăng nhập của bạn là:

{code}

Mã có hiệu lực trong {minutes} phút và chỉ dùng được một lần. Chúng tôi không bao giờ hỏi mã này qua điện thoại hay trò chuyện.

Nếu bạn không vừa đăng nhập, có thể ai đó đã biết mật khẩu của bạn: hãy đổi ngay.`,
  'login_code.sms': '{service}: mã đăng nhập của bạn là {code}, có hiệu lực {minutes} phút. Đừng cho ai biết mã này.',

  'verification_code.subject': 'Mã xác minh {service} của bạn',
  'verification_code.body': `Mã xác minh của bạn là:

{code}

Mã có hiệu lực trong {minutes} phút và chỉ dùng được một lần. Chúng tôi không bao giờ hỏi mã này qua điện thoại hay trò chuyện.

Nếu bạn không yêu cầu mã này, hãy bỏ qua tin nhắn.`,
  'verification_code.sms': '{service}: mã xác minh của bạn là {code}, có hiệu lực {minutes} phút. Đừng cho ai biết mã này.',

  'already_registered.subject': 'Bạn đã có tài khoản {service}',
  'already_registered.body': `Có người, có lẽ là bạn, muốn đăng ký bằng địa chỉ này. Địa chỉ này đã có tài khoản tại {service} nên không có tài khoản mới nào được tạo.

Hãy đăng nhập tại đây, hoặc đặt mật khẩu mới nếu bạn đã quên:

{link}

Nếu đó không phải là bạn, không cần làm gì. Không ai được cho biết rằng bạn có tài khoản.`,
  'already_registered.sms': '{service}: số này đã có tài khoản. Hãy đăng nhập hoặc đặt mật khẩu mới: {link}',

  'new_sign_in_place.subject': 'Đăng nhập mới vào tài khoản {service} của bạn',
  'new_sign_in_place.body': `Xin chào {name},

có người đăng nhập vào tài khoản của bạn từ một nơi chúng tôi chưa từng thấy.

Địa chỉ: {address}
Thời gian: {time}

Nếu đó là bạn, không cần làm gì. Nếu không phải, hãy đổi mật khẩu ngay và liên hệ bộ phận chăm sóc khách hàng.`,

  'second_factor_locked.subject': 'Nhập sai mã nhiều lần cho tài khoản {service} của bạn',
  'second_factor_locked.body': `Xin chào {name},

có người nhập sai mã xác minh hoặc mật khẩu thanh toán của tài khoản bạn nhiều lần. Chúng tôi tạm ngừng nhận trong một thời gian.

Địa chỉ: {address}
Thời gian: {time}

Nếu đó không phải là bạn, hãy đổi mật khẩu ngay và liên hệ bộ phận chăm sóc khách hàng.`,

  'password_changed.subject': 'Mật khẩu {service} của bạn đã được đổi',
  'password_changed.body': `Xin chào {name},

một mật khẩu của tài khoản bạn đã được đổi.

Thời gian: {time}

Nếu đó không phải là bạn, hãy liên hệ bộ phận chăm sóc khách hàng ngay.`,

  'authenticator_changed.subject': 'Trình xác thực {service} của bạn đã được đổi',
  'authenticator_changed.body': `Xin chào {name},

một trình xác thực khác đã được thiết lập cho tài khoản của bạn, thay cho trình xác thực trước đó.

Thời gian: {time}

Nếu đó không phải là bạn, hãy liên hệ bộ phận chăm sóc khách hàng ngay.`,

  'notice_mail_changed.subject': 'Email nhận thông báo {service} của bạn đã được đổi',
  'notice_mail_changed.body': `Xin chào {name},

từ nay thông báo về tài khoản của bạn được gửi đến một địa chỉ email khác:

{address}

Thời gian: {time}

Nếu đó không phải là bạn, hãy liên hệ bộ phận chăm sóc khách hàng ngay.`,

  'account_suspended.subject': 'Tài khoản {service} của bạn bị tạm ngưng',
  'account_suspended.body': `Xin chào {name},

tài khoản của bạn đã bị tạm ngưng. Tài sản trong tài khoản vẫn là của bạn và không bị ảnh hưởng.

Thời gian: {time}

Vui lòng liên hệ bộ phận chăm sóc khách hàng để biết thêm.`,

  'account_closed.subject': 'Tài khoản {service} của bạn đã được đóng',
  'account_closed.body': `Xin chào {name},

tài khoản của bạn đã được đóng theo yêu cầu. Những gì chúng tôi lưu về bạn đã được xóa, trừ các bản ghi mà pháp luật buộc phải giữ; chúng không còn mang tên bạn. Bạn sẽ không nhận thêm thư nào nữa.

Số tài khoản của bạn là {number}. Hãy cung cấp số này cho bộ phận chăm sóc khách hàng nếu sau này còn tiền của bạn chuyển đến.

Thời gian: {time}

Nếu không phải bạn yêu cầu, hãy liên hệ ngay bộ phận chăm sóc khách hàng.`,

  'account_unlocked.subject': 'Tài khoản {service} của bạn đã được mở khóa',
  'account_unlocked.body': `Xin chào {name},

tài khoản của bạn đã bị khóa một thời gian do nhập sai mật khẩu hoặc mã. Bộ phận chăm sóc khách hàng đã mở khóa.

Thời gian: {time}

Nếu bạn không yêu cầu việc này, hãy liên hệ bộ phận chăm sóc khách hàng ngay.`,

  'identity_approved.subject': 'Danh tính {service} của bạn đã được duyệt',
  'identity_approved.body': `Xin chào {name},

danh tính của bạn đã được duyệt. Từ bây giờ bạn có thể dùng các chức năng yêu cầu xác minh danh tính.

Thời gian: {time}`,

  'identity_rejected.subject': 'Danh tính {service} của bạn chưa được duyệt',
  'identity_rejected.body': `Xin chào {name},

danh tính của bạn chưa được duyệt:

{reason}

Thời gian: {time}

Bạn có thể đăng nhập và nộp lại.`,

  'white_list_cleared.subject': 'Danh sách trắng đăng nhập {service} của bạn đã được xóa',
  'white_list_cleared.body': `Xin chào {name},

bộ phận chăm sóc khách hàng đã xóa danh sách trắng địa chỉ đăng nhập của tài khoản, vì danh sách này chặn chính bạn. Có thể đăng nhập lại từ mọi địa chỉ.

Thời gian: {time}

Hãy thêm lại các địa chỉ của bạn sau khi đăng nhập. Nếu bạn không yêu cầu việc này, hãy liên hệ bộ phận chăm sóc khách hàng ngay.`,

  'payout_address_changed.subject': 'Địa chỉ rút tiền tại {service} đã thay đổi',
  'payout_address_changed.body': `Xin chào {name},

địa chỉ rút USDT qua mạng {network} đã được thay đổi lúc {time}. Địa chỉ mới:

{address}

Địa chỉ này dùng được từ {usable}. Nếu không phải bạn thực hiện, hãy đổi mật khẩu và liên hệ với chúng tôi trước thời điểm đó.`,

  'payment_receipt.subject': 'Biên nhận: {amount} thanh toán cho {merchant}',
  'payment_receipt.body': `Xin chào {name},

bạn đã thanh toán cho {merchant} từ ví {service}.

Số tiền: {amount}
Thời gian: {time}
Mã đơn hàng của người bán: {order}
Mã giao dịch: {serial}

Biên nhận nằm trong ví của bạn, có thể in hoặc tải về dưới dạng tệp PDF:

{link}

Bạn đã yêu cầu gửi thư này ở trang biên nhận. Nếu không phải bạn, hãy đổi mật khẩu và liên hệ chăm sóc khách hàng.`,

  'passkey_added.subject': 'Đã thêm một mã khóa vào tài khoản {service} của bạn',
  'passkey_added.body': `Xin chào {name},

mã khóa “{passkey}” đã được thêm vào tài khoản của bạn. Từ bây giờ mã khóa này dùng để đăng nhập và xác nhận thanh toán. Nếu không phải bạn thực hiện, hãy gỡ mã khóa trong ví ở mục “Mã khóa” và đổi các mật khẩu.

Thời gian: {time}`,

  'passkey_removed.subject': 'Đã gỡ một mã khóa khỏi tài khoản {service} của bạn',
  'passkey_removed.body': `Xin chào {name},

mã khóa “{passkey}” đã được gỡ khỏi tài khoản của bạn. Nếu không phải bạn thực hiện, hãy đổi các mật khẩu.

Thời gian: {time}`,

  'test.subject': 'Tin nhắn thử từ {service}',
  'test.body': `Đây là tin nhắn thử, được yêu cầu trong trang vận hành của {service}.

Thời gian: {time}

Bạn không cần làm gì.`,
  'test.sms': '{service}: đây là tin nhắn thử ({time}).',
});
