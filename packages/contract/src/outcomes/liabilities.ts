import { business } from '../outcome.ts';

/** Statements of liabilities: codes 744x. */
export const liabilities = {
  liability_statement_unknown: business(7440, {
    en: 'No proofs are kept of this statement. Please take a later one.',
    zh_Hans: '该声明的证明已不再保留，请选择较新的声明',
    zh_Hant: '該聲明的證明已不再保留，請選擇較新的聲明',
    vi: 'Không còn lưu bằng chứng của bản công bố này. Vui lòng chọn bản mới hơn.',
  }),
} as const;
