import { actorKinds, acts, otherActs } from '../../acts/zh-hans.ts';
import { translation } from '../../catalogue.ts';
import type { audit as english } from './en.ts';

export const audit = translation<typeof english>()({
  ...acts,
  ...otherActs,
  ...actorKinds,
  'audit.hint': '谁在何处做了什么。每条记录都与前一条相连。',
  'audit.owner': '所属方',
  'audit.sequence': '序号',
  'audit.actorKind': '操作者类型',
  'audit.actor': '编号或名称',
  'audit.actorName': '员工姓名',
  'audit.act': '操作',
  'audit.action': '操作代码',
  'audit.details': '详情',
  'audit.ip': '来自',
  'audit.requestId': '请求',
  'audit.detailTitle': '审计记录',
  'audit.emptyTitle': '尚无记录',
  'audit.emptyHint': '员工、商户和密钥的每项操作都会显示在此。',
  'audit.verify': '验证',
  'audit.verifying': '正在验证…',
  'audit.intact': '已于 {time} 验证 {entries} 条记录：每条链均完整。',
  'audit.intactSoFar': '已于 {time} 验证 {entries} 条记录，仍有更多：命令“npm run ledger -- verify”可验证全部。',
  'audit.broken': '发现 {breaks} 处日志被更改',
});
