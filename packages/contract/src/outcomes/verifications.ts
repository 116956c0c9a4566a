import { business } from '../outcome.ts';

/** What must be verified before an act: codes 751x. */
export const verifications = {
  /** The answer's data name what is missing. */
  verification_incomplete: business(7510, {
    en: 'Verification incomplete (Identity Verification, Link Bank Card, Set Payment Password). Please complete the process.',
    zh_Hans: '认证未完成（身份认证、绑定银行卡、设置支付密码），请先完成认证',
    zh_Hant: '驗證未完成（身分驗證、綁定銀行卡、設定支付密碼），請先完成驗證',
    vi: 'Chưa hoàn tất xác minh (xác minh danh tính, liên kết thẻ ngân hàng, đặt mật khẩu thanh toán). Vui lòng hoàn tất.',
  }),
  withdrawal_needs_identity: business(7511, {
    en: 'Verification incomplete (Identity Verification). A withdrawal needs an approved identity.',
    zh_Hans: '认证未完成（身份认证），身份认证通过后才能提现',
    zh_Hant: '驗證未完成（身分驗證），身分驗證通過後才能提領',
    vi: 'Chưa hoàn tất xác minh (xác minh danh tính). Cần có danh tính đã được duyệt để rút tiền.',
  }),
} as const;
