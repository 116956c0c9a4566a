import { translation } from '../../catalogue.ts';
import type { list as english } from './en.ts';

export const list = translation<typeof english>()({
  'list.export': '匯出',
  'list.exportCsv': 'CSV 檔案',
  'list.exportXlsx': 'Excel 檔案（XLSX）',
  'list.exportNewestFirst': '無論列表如何排序，檔案均依時間由新到舊排列。',
  'list.exporting': '正在匯出',
  'list.exportStarting': '正在準備檔案…',
  'list.exportProgress': '共 {rows} 列，已接收 {size}',
  'list.exportCancel': '取消匯出',
  'list.exportCancelled': '已取消匯出',
  'list.exportDone': '已匯出 {rows} 列',
  'list.exportBroken': '匯出中斷，檔案未儲存，請重試。',
  'list.newRows': '{count} 筆新紀錄',
  'list.newRowsMany': '超過 {count} 筆新紀錄',
  'list.showNew': '檢視',
  'list.changed': '本頁內容已有變動',
  'list.showChanged': '更新本頁',
  'list.searchedAs': '查詢依據',
  'list.notFoundTitle': '找不到該紀錄',
  'list.notFoundHint': '網址中的紀錄不存在，或您無權檢視。',
});
