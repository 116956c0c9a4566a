import { business, passing } from '../outcome.ts';

/** Identities of merchants and wallet users: codes 756x. */
export const identity = {
  identity_approved: business(7561, {
    en: 'Your identity is approved already.',
    zh_Hans: '您的身份认证已通过',
    zh_Hant: '您的身分驗證已通過',
    vi: 'Danh tính của bạn đã được duyệt.',
  }),
  identity_under_review: business(7562, {
    en: 'Your identity is under review. Wait for the decision.',
    zh_Hans: '您的身份认证正在审核中，请等待结果',
    zh_Hant: '您的身分驗證正在審核中，請等候結果',
    vi: 'Danh tính của bạn đang được xét duyệt. Vui lòng chờ kết quả.',
  }),
  identity_incomplete: business(7563, {
    en: 'Information not filled completely',
    zh_Hans: '信息未填写完整',
    zh_Hant: '資訊未填寫完整',
    vi: 'Thông tin chưa được điền đầy đủ',
  }),
  identity_decided: passing(7564, {
    en: 'This identity has been decided on already.',
    zh_Hans: '该身份认证已审核，请勿重复操作',
    zh_Hant: '該身分驗證已審核，請勿重複操作',
    vi: 'Danh tính này đã được quyết định.',
  }),
} as const;
