import { business } from '../outcome.ts';

/** Withdrawals of merchants' users: codes 80xx. */
export const withdrawals = {
  payee_unknown: business(8001, {
    en: 'There is no such user.',
    zh_Hans: '用户不存在',
    zh_Hant: '使用者不存在',
    vi: 'Người dùng không tồn tại.',
  }),
  payee_ambiguous: business(8002, {
    en: 'Several users have paid under this external account. Please name the user by the payment ID.',
    zh_Hans: '有多个用户使用过该外部账号付款，请改用付款人 ID 指定用户',
    zh_Hant: '有多個使用者曾以此外部帳號付款，請改用付款人 ID 指定使用者',
    vi: 'Có nhiều người dùng đã thanh toán bằng tài khoản bên ngoài này. Vui lòng chỉ định người dùng bằng ID thanh toán.',
  }),
  payee_suspended: business(8003, {
    en: 'This user is suspended.',
    zh_Hans: '该用户已被停用',
    zh_Hant: '該使用者已被停用',
    vi: 'Người dùng này đã bị tạm khóa.',
  }),
  day_limit_too_low: business(8004, {
    en: 'The day limit is below the single limit.',
    zh_Hans: '每日限额低于单笔限额',
    zh_Hant: '每日限額低於單筆限額',
    vi: 'Hạn mức ngày thấp hơn hạn mức mỗi lần.',
  }),
} as const;
