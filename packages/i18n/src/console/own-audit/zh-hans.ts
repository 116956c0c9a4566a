import { acts } from '../../acts/zh-hans.ts';
import { translation } from '../../catalogue.ts';
import type { ownAudit as english } from './en.ts';

export const ownAudit = translation<typeof english>()({
  ...acts,
  'ownAudit.hint': '您的账号中发生的操作、操作者和来源。',
  'ownAudit.table': '操作记录',
  'ownAudit.title': '操作记录',
  'ownAudit.act': '操作',
  'ownAudit.kind': '类型',
  'ownAudit.who': '操作者',
  'ownAudit.who.merchant': '成员',
  'ownAudit.who.access_key': '访问密钥',
  'ownAudit.who.operator': '平台员工',
  'ownAudit.who.system': '系统',
  'ownAudit.actor': '名称或密钥',
  'ownAudit.subject': '对象',
  'ownAudit.ip': 'IP',
  'ownAudit.device': '设备',
  'ownAudit.userAgent': '浏览器标识',
  'ownAudit.number': '编号',
  'ownAudit.time': '时间',
  'ownAudit.detailTitle': '操作记录详情',
  'ownAudit.emptyTitle': '暂无操作',
  'ownAudit.emptyHint': '登录、设置更改和资金操作将显示在这里。',
});
