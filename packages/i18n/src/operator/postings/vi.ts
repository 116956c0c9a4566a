import { translation } from '../../catalogue.ts';
import type { postings as english } from './en.ts';

export const postings = translation<typeof english>()({
  'postings.title': 'Ghi sổ',
  'postings.none': 'Chưa ghi sổ gì.',
  'postings.show': 'Xem lần ghi sổ trong sổ cái',
  'postings.provider': 'Nhà cung cấp',
  'purpose.main': 'Số dư',
  'purpose.reward': 'Tiền thưởng',
  'purpose.fees': 'Phí đã thu',
  'purpose.reward_pool': 'Quỹ thưởng',
  'purpose.issuance': 'Token đã phát hành',
  'purpose.bank': 'Ngân hàng',
  'purpose.exchange': 'Quy đổi',
  'purpose.custody': 'Lưu ký trên {network}',
  'purpose.clearing': 'Bù trừ giữa các nhóm',
});
