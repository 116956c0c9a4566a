import { business, passing, transport } from '../outcome.ts';

/** The provider's staff and what two of them decide together: codes 67xx. */
export const staff = {
  staff_not_allowed: transport(6701, 403, {
    en: 'Your role does not allow this.',
    zh_Hans: '您的角色无权执行此操作',
    zh_Hant: '您的角色無權執行此操作',
    vi: 'Vai trò của bạn không được phép thực hiện thao tác này.',
  }),
  set_up_link_refused: passing(6702, {
    en: 'This link is not valid: it was used, has expired or was withdrawn.',
    zh_Hans: '该链接无效：已使用、已失效或已撤回',
    zh_Hant: '此連結無效：已使用、已失效或已撤回',
    vi: 'Liên kết này không hợp lệ: đã được dùng, đã hết hạn hoặc đã bị thu hồi.',
  }),
  staff_username_taken: business(6703, {
    en: 'This username is taken.',
    zh_Hans: '该用户名已被使用',
    zh_Hant: '此使用者名稱已被使用',
    vi: 'Tên đăng nhập này đã có người dùng.',
  }),
  password_unfit: business(6704, {
    en: 'A password has {minimum} to {maximum} letters, digits or punctuation marks.',
    zh_Hans: '密码须为 {minimum} 至 {maximum} 位数字、字母或标点符号',
    zh_Hant: '密碼須為 {minimum} 至 {maximum} 位數字、字母或標點符號',
    vi: 'Mật khẩu gồm {minimum} đến {maximum} chữ cái, chữ số hoặc dấu câu.',
  }),
  old_password_wrong: passing(6706, {
    en: 'The present password is wrong.',
    zh_Hans: '当前密码错误',
    zh_Hant: '目前密碼錯誤',
    vi: 'Mật khẩu hiện tại không đúng.',
  }),
  authenticator_secret_expired: passing(6707, {
    en: 'The new authenticator was shown too long ago. Please begin again.',
    zh_Hans: '新验证器的密钥已失效，请重新开始',
    zh_Hant: '新驗證器的金鑰已失效，請重新開始',
    vi: 'Khóa bí mật của trình xác thực mới đã hết hiệu lực. Vui lòng bắt đầu lại.',
  }),
  new_code_wrong: passing(6708, {
    en: 'This is not the code of the new authenticator.',
    zh_Hans: '新验证器的验证码错误',
    zh_Hant: '新驗證器的驗證碼錯誤',
    vi: 'Đây không phải mã của trình xác thực mới.',
  }),
  staff_self: business(6709, {
    en: 'Another admin has to do this for you.',
    zh_Hans: '此操作须由其他管理员为您执行',
    zh_Hant: '此操作須由其他管理員為您執行',
    vi: 'Thao tác này phải do quản trị viên khác thực hiện cho bạn.',
  }),
  last_admin: business(6710, {
    en: 'There must be one active admin left.',
    zh_Hans: '必须至少保留一名有效的管理员',
    zh_Hant: '必須至少保留一名有效的管理員',
    vi: 'Phải còn lại ít nhất một quản trị viên đang hoạt động.',
  }),
  passkey_refused: passing(6711, {
    en: 'The passkey was not accepted. Please try again, or use another one.',
    zh_Hans: '通行密钥未被接受，请重试或使用其他通行密钥',
    zh_Hant: '通行金鑰未被接受，請重試或使用其他通行金鑰',
    vi: 'Mã khóa không được chấp nhận. Vui lòng thử lại hoặc dùng mã khóa khác.',
  }),
  passkey_required: passing(6717, {
    en: 'The provider asks for a passkey here, not for a code.',
    zh_Hans: '此处须使用通行密钥，而非验证码',
    zh_Hant: '此處須使用通行金鑰，而非驗證碼',
    vi: 'Ở đây phải dùng mã khóa, không dùng mã xác minh.',
  }),
  new_passkey_refused: passing(6716, {
    en: 'The new passkey was not accepted. Please make it again.',
    zh_Hans: '新通行密钥未被接受，请重新创建',
    zh_Hant: '新通行金鑰未被接受，請重新建立',
    vi: 'Mã khóa mới không được chấp nhận. Vui lòng tạo lại.',
  }),
  passkey_taken: business(6712, {
    en: 'This passkey is set up already.',
    zh_Hans: '该通行密钥已设置',
    zh_Hant: '此通行金鑰已設定',
    vi: 'Mã khóa này đã được thiết lập.',
  }),
  passkeys_full: business(6713, {
    en: 'You have {most} passkeys, which is the most. Remove one first.',
    zh_Hans: '您已有 {most} 个通行密钥，已达上限，请先移除一个',
    zh_Hant: '您已有 {most} 個通行金鑰，已達上限，請先移除一個',
    vi: 'Bạn đã có {most} mã khóa, là số nhiều nhất. Vui lòng gỡ bớt một mã khóa trước.',
  }),
  passkeys_unavailable: passing(6714, {
    en: 'Passkeys need this site to be reached by its own name over HTTPS.',
    zh_Hans: '须通过 HTTPS 以域名访问本网站才能使用通行密钥',
    zh_Hant: '須透過 HTTPS 以網域名稱存取本網站才能使用通行金鑰',
    vi: 'Chỉ dùng được mã khóa khi mở trang này bằng tên miền qua HTTPS.',
  }),
  last_factor: business(6715, {
    en: 'This is what you sign in with. Set up something else first.',
    zh_Hans: '这是您登录所用的方式，请先设置其他方式',
    zh_Hant: '這是您登入所用的方式，請先設定其他方式',
    vi: 'Đây là cách bạn đang dùng để đăng nhập. Vui lòng thiết lập cách khác trước.',
  }),

  // Merchants who are admitted.
  merchant_username_taken: business(6750, {
    en: 'Another merchant has this login name.',
    zh_Hans: '该登录名已被其他商户使用',
    zh_Hant: '此登入名稱已被其他商戶使用',
    vi: 'Tên đăng nhập này đã có người bán khác dùng.',
  }),
  merchant_set_up_already: business(6751, {
    en: 'This merchant has chosen password and authenticator already.',
    zh_Hans: '该商户已设置密码和验证器',
    zh_Hant: '此商戶已設定密碼和驗證器',
    vi: 'Người bán này đã đặt mật khẩu và trình xác thực.',
  }),
  set_up_link_used: passing(6752, {
    en: 'This link was used already.',
    zh_Hans: '该链接已使用',
    zh_Hant: '此連結已使用',
    vi: 'Liên kết này đã được dùng.',
  }),
  set_up_link_expired: passing(6753, {
    en: 'This link has expired.',
    zh_Hans: '该链接已失效',
    zh_Hant: '此連結已失效',
    vi: 'Liên kết này đã hết hạn.',
  }),
  party_status_same: passing(6754, {
    en: 'It is so already: somebody else has done this since the page was read.',
    zh_Hans: '已是该状态：在您打开页面之后，已有其他人员完成此操作',
    zh_Hant: '已是該狀態：在您開啟頁面之後，已有其他人員完成此操作',
    vi: 'Trạng thái đã như vậy: người khác đã thực hiện việc này sau khi bạn mở trang.',
  }),

  // What two people decide.
  approval_own: business(6720, {
    en: 'Somebody else has to decide what you entered.',
    zh_Hans: '您提交的事项须由他人审批',
    zh_Hant: '您提交的事項須由他人審批',
    vi: 'Người khác phải quyết định điều bạn đã gửi.',
  }),
  counts_as_one: business(6724, {
    en: "One admin set up both sign-ins, so they count as one person's until another admin confirms on the page Staff that you are two.",
    zh_Hans: '双方的登录方式由同一管理员设置，视为同一人；须由另一位管理员在“员工”页面确认为不同的人',
    zh_Hant: '雙方的登入方式由同一管理員設定，視為同一人；須由另一位管理員在「員工」頁面確認為不同的人',
    vi: 'Đăng nhập của hai bên do cùng một quản trị viên thiết lập nên được tính là một người, cho đến khi một quản trị viên khác xác nhận ở trang Nhân viên rằng đó là hai người.',
  }),
  approval_changed: business(6721, {
    en: 'This is not what you were shown. Please look at it again.',
    zh_Hans: '内容与您所见不一致，请重新查看',
    zh_Hant: '內容與您所見不一致，請重新檢視',
    vi: 'Nội dung này khác với những gì bạn đã thấy. Vui lòng xem lại.',
  }),
  approval_decided: business(6722, {
    en: 'This was already decided or withdrawn.',
    zh_Hans: '该事项已审批或已撤回',
    zh_Hant: '該事項已審批或已撤回',
    vi: 'Việc này đã được quyết định hoặc đã bị thu hồi.',
  }),
  approval_expired: business(6723, {
    en: 'This waited for too long. Please enter it again.',
    zh_Hans: '该事项等待过久，请重新提交',
    zh_Hant: '該事項等待過久，請重新提交',
    vi: 'Việc này đã chờ quá lâu. Vui lòng gửi lại.',
  }),
  approval_author_lapsed: business(6725, {
    en: 'Whoever entered this has been suspended or was given new factors since, or has another role. Reject it; if it is right, enter it yourself for somebody else to approve.',
    zh_Hans: '提交人已被停用、登录凭据已更换或角色已变更。请驳回此事项；如确有需要，请由您重新提交并由他人审批',
    zh_Hant: '提交人已被停用、登入憑證已更換或角色已變更。請駁回此事項；如確有需要，請由您重新提交並由他人審批',
    vi: 'Người gửi việc này đã bị đình chỉ, đã thay thông tin đăng nhập hoặc đã đổi vai trò. Hãy từ chối; nếu việc này đúng, bạn hãy tự gửi lại để người khác phê duyệt.',
  }),
} as const;
