import { translation } from '../../catalogue.ts';
import type { savedView as english } from './en.ts';

export const savedView = translation<typeof english>()({
  'saved.views': '视图',
  'saved.none': '尚未保存视图。先按需筛选和排序列表，再为其命名。',
  'saved.all': '完整列表',
  'saved.name': '视图名称',
  'saved.save': '保存为视图',
  'saved.replace': '保存当前显示内容',
  'saved.rename': '重命名',
  'saved.delete': '删除',
  'saved.deleteNamed': '删除视图“{name}”',
  'saved.changeNamed': '更改视图“{name}”',
  'saved.default': '列表默认显示此视图',
  'saved.isDefault': '默认',
  'saved.kept': '视图已保存',
  'saved.gone': '视图已删除',
  'saved.back': '返回',
});
