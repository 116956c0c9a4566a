import { translation } from '../../catalogue.ts';
import type { savedView as english } from './en.ts';

export const savedView = translation<typeof english>()({
  'saved.views': '檢視',
  'saved.none': '尚未儲存檢視。先依需要篩選和排序列表，再為其命名。',
  'saved.all': '完整列表',
  'saved.name': '檢視名稱',
  'saved.save': '儲存為檢視',
  'saved.replace': '儲存目前顯示內容',
  'saved.rename': '重新命名',
  'saved.delete': '刪除',
  'saved.deleteNamed': '刪除檢視「{name}」',
  'saved.changeNamed': '變更檢視「{name}」',
  'saved.default': '列表預設顯示此檢視',
  'saved.isDefault': '預設',
  'saved.kept': '檢視已儲存',
  'saved.gone': '檢視已刪除',
  'saved.back': '返回',
});
