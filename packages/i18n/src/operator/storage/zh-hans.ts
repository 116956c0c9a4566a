import { translation } from '../../catalogue.ts';
import type { storage as english } from './en.ts';

export const storage = translation<typeof english>()({
  'storage.hint': '上传的文件存放在哪里，以及是否正常。',
  'storage.kind': '存放于',
  'storage.kind.folder': '本机文件夹',
  'storage.kind.bucket': '兼容 S3 的存储桶',
  'storage.place': '位置',
  'storage.host': '机器',
  'storage.space': '可用空间',
  'storage.spaceValue': '{free} / {total} GiB',
  'storage.spaceUnknown': '系统未提供',
  'storage.lead': '写入一个小对象，读回并删除。',
  'storage.test': '测试存储',
  'storage.well': '正常：写入、读取和删除用时 {ms} 毫秒',
  'storage.problem.write': '无法写入',
  'storage.problem.read': '已写入但无法读回',
  'storage.problem.different': '读回的内容与写入的不同',
  'storage.problem.remove': '无法删除',
  'storage.problem.too_slow': '用时超过 10 秒',
  'storage.set': '存放位置由程序的环境变量决定，不在此处更改。',
});
