import { business } from '../outcome.ts';

/** Adjustments of users' balances by merchants: codes 734x. */
export const adjustments = {
  adjustment_in_appeal: business(7342, {
    en: 'The user has objected. The provider decides this adjustment now.',
    zh_Hans: '用户已提出申诉，该调账将由服务方裁定',
    zh_Hant: '使用者已提出申訴，該調帳將由服務方裁定',
    vi: 'Người dùng đã khiếu nại. Khoản điều chỉnh này sẽ do nhà cung cấp quyết định.',
  }),
  adjustment_due: business(7343, {
    en: 'The {days} days are over: the user is being given it.',
    zh_Hans: '{days} 天已过，该款项正在放行给用户',
    zh_Hant: '{days} 天已過，該款項正在放行給使用者',
    vi: 'Đã hết {days} ngày: khoản này đang được chuyển cho người dùng.',
  }),
} as const;
