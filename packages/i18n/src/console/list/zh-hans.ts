import { translation } from '../../catalogue.ts';
import type { list as english } from './en.ts';

export const list = translation<typeof english>()({
  'list.export': '导出',
  'list.exportCsv': 'CSV 文件',
  'list.exportXlsx': 'Excel 文件（XLSX）',
  'list.exportNewestFirst': '无论列表如何排序，文件均按时间从新到旧排列。',
  'list.exporting': '正在导出',
  'list.exportStarting': '正在准备文件…',
  'list.exportProgress': '共 {rows} 行，已接收 {size}',
  'list.exportCancel': '取消导出',
  'list.exportCancelled': '已取消导出',
  'list.exportDone': '已导出 {rows} 行',
  'list.exportBroken': '导出中断，文件未保存，请重试。',
  'list.newRows': '{count} 条新记录',
  'list.newRowsMany': '超过 {count} 条新记录',
  'list.showNew': '查看',
  'list.changed': '本页内容已有变化',
  'list.showChanged': '更新本页',
  'list.searchedAs': '查找依据',
  'list.notFoundTitle': '未找到该记录',
  'list.notFoundHint': '网址中的记录不存在，或您无权查看。',
});
