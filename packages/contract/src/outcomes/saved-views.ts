import { business } from '../outcome.ts';

/** Saved views of lists: codes 746x. */
export const savedViews = {
  saved_view_name_taken: business(7460, {
    en: 'This list already has a view of this name.',
    zh_Hans: '此列表已有同名视图',
    zh_Hant: '此列表已有同名檢視',
    vi: 'Danh sách này đã có chế độ xem cùng tên.',
  }),
  saved_views_full: business(7461, {
    en: 'A list has at most {limit} saved views.',
    zh_Hans: '每个列表最多保存 {limit} 个视图',
    zh_Hant: '每個列表最多儲存 {limit} 個檢視',
    vi: 'Mỗi danh sách lưu tối đa {limit} chế độ xem.',
  }),
} as const;
