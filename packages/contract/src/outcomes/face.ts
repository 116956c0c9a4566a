import { business, passing, transport } from '../outcome.ts';

/** Payments confirmed by face: codes 7650 to 7660, and 5032. */
export const face = {
  face_not_offered: passing(7650, {
    en: 'Payments cannot be confirmed by face here at present. Please use your payment password.',
    zh_Hans: '目前不支持刷脸确认支付，请使用支付密码',
    zh_Hant: '目前不支援刷臉確認付款，請使用支付密碼',
    vi: 'Hiện không thể xác nhận thanh toán bằng khuôn mặt. Vui lòng dùng mật khẩu thanh toán.',
  }),
  face_needs_identity: business(7651, {
    en: 'Your identity must be verified before your face can confirm payments.',
    zh_Hans: '请先完成身份认证，再使用刷脸确认',
    zh_Hant: '請先完成身分驗證，再使用刷臉確認',
    vi: 'Bạn cần được xác minh danh tính trước khi xác nhận bằng khuôn mặt.',
  }),
  face_not_consented: business(7652, {
    en: 'Please agree to the use of your face first.',
    zh_Hans: '请先同意使用您的面部信息',
    zh_Hant: '請先同意使用您的臉部資訊',
    vi: 'Vui lòng đồng ý cho sử dụng khuôn mặt của bạn trước.',
  }),
  face_not_enrolled: business(7653, {
    en: 'Your face is not set up yet. Set it up in your wallet, or use your payment password.',
    zh_Hans: '尚未设置刷脸确认，请在钱包中设置，或使用支付密码',
    zh_Hant: '尚未設定刷臉確認，請在錢包中設定，或使用支付密碼',
    vi: 'Bạn chưa thiết lập khuôn mặt. Hãy thiết lập trong ví hoặc dùng mật khẩu thanh toán.',
  }),
  face_enrolled: business(7654, {
    en: 'Your face is set up already. Withdraw your agreement first to set it up anew.',
    zh_Hans: '刷脸确认已设置。如需重新设置，请先撤回同意',
    zh_Hant: '刷臉確認已設定。如需重新設定，請先撤回同意',
    vi: 'Khuôn mặt đã được thiết lập. Hãy rút lại đồng ý trước khi thiết lập lại.',
  }),
  face_document_missing: business(7655, {
    en: 'The photograph of your document is no longer kept, so your face cannot be compared with it. Please contact customer service.',
    zh_Hans: '您的证件照片已不再保存，无法比对面部。请联系客服',
    zh_Hant: '您的證件照片已不再保存，無法比對臉部。請聯絡客服',
    vi: 'Ảnh giấy tờ của bạn không còn được lưu nên không thể đối chiếu khuôn mặt. Vui lòng liên hệ bộ phận chăm sóc khách hàng.',
  }),
  face_document_unfit: business(7656, {
    en: 'The face on the photograph of your document cannot be seen well enough. Please contact customer service.',
    zh_Hans: '证件照片上的面部不够清晰。请联系客服',
    zh_Hant: '證件照片上的臉部不夠清晰。請聯絡客服',
    vi: 'Khuôn mặt trên ảnh giấy tờ của bạn không đủ rõ. Vui lòng liên hệ bộ phận chăm sóc khách hàng.',
  }),
  face_locked: passing(7657, {
    en: 'Confirming by face is locked for {hours} {hours|hour|hours}. Please use your payment password.',
    zh_Hans: '刷脸确认已锁定，{hours} 小时后可再试。请使用支付密码',
    zh_Hant: '刷臉確認已鎖定，{hours} 小時後可再試。請使用支付密碼',
    vi: 'Xác nhận bằng khuôn mặt bị khóa trong {hours} giờ. Vui lòng dùng mật khẩu thanh toán.',
  }),
  face_amount_above: business(7658, {
    en: 'Payments above {amount} are not confirmed by face. Please use your payment password.',
    zh_Hans: '超过 {amount} 的支付不支持刷脸确认，请使用支付密码',
    zh_Hant: '超過 {amount} 的付款不支援刷臉確認，請使用支付密碼',
    vi: 'Thanh toán trên {amount} không được xác nhận bằng khuôn mặt. Vui lòng dùng mật khẩu thanh toán.',
  }),
  face_session_over: passing(7659, {
    en: 'This confirmation is over. Please begin again.',
    zh_Hans: '本次确认已结束，请重新开始',
    zh_Hant: '本次確認已結束，請重新開始',
    vi: 'Lần xác nhận này đã kết thúc. Vui lòng bắt đầu lại.',
  }),
  face_busy: transport(5032, 503, {
    en: 'Too many faces are being looked at just now. Please try again shortly, or use your payment password.',
    zh_Hans: '当前刷脸确认人数较多，请稍后再试，或使用支付密码',
    zh_Hant: '目前刷臉確認人數較多，請稍後再試，或使用支付密碼',
    vi: 'Hiện có quá nhiều lượt xác nhận khuôn mặt. Vui lòng thử lại sau giây lát hoặc dùng mật khẩu thanh toán.',
  }),
  face_setting_changed: passing(7660, {
    en: 'Somebody has changed this setting meanwhile. Please look at it again.',
    zh_Hans: '他人已在此期间更改该设置，请重新查看',
    zh_Hant: '他人已在此期間變更該設定，請重新檢視',
    vi: 'Có người vừa thay đổi cài đặt này. Vui lòng xem lại.',
  }),
} as const;
