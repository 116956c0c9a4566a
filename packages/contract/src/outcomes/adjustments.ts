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
  adjustment_not_offered: business(7344, {
    en: 'The merchant releases this one itself. If it waits too long, object.',
    zh_Hans: '该款项由商户自行放行。如等待过久，可提出申诉',
    zh_Hant: '該款項由商戶自行放行。如等待過久，可提出申訴',
    vi: 'Khoản này do người bán tự giải ngân. Nếu phải chờ quá lâu, bạn có thể khiếu nại.',
  }),
  adjustment_objected: business(7345, {
    en: 'You have objected. The provider decides this adjustment now.',
    zh_Hans: '您已提出申诉，该调账将由服务方裁定',
    zh_Hant: '您已提出申訴，該調帳將由服務方裁定',
    vi: 'Bạn đã khiếu nại. Khoản điều chỉnh này sẽ do nhà cung cấp quyết định.',
  }),
} as const;
