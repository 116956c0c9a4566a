import { actorKinds, acts, otherActs } from '../../acts/zh-hant.ts';
import { translation } from '../../catalogue.ts';
import type { audit as english } from './en.ts';

export const audit = translation<typeof english>()({
  ...acts,
  ...otherActs,
  ...actorKinds,
  'audit.hint': '誰在何處做了什麼。每筆紀錄都與前一筆相連。',
  'audit.owner': '所屬方',
  'audit.sequence': '序號',
  'audit.actorKind': '操作者類型',
  'audit.actor': '編號或名稱',
  'audit.actorName': '員工姓名',
  'audit.act': '操作',
  'audit.action': '操作代碼',
  'audit.details': '詳情',
  'audit.ip': '來自',
  'audit.requestId': '請求',
  'audit.detailTitle': '稽核紀錄',
  'audit.emptyTitle': '尚無紀錄',
  'audit.emptyHint': '員工、商戶和金鑰的每項操作都會顯示在此。',
  'audit.verify': '驗證',
  'audit.verifying': '正在驗證…',
  'audit.intact': '已於 {time} 驗證 {entries} 筆紀錄：每條鏈均完整。',
  'audit.intactSoFar': '已於 {time} 驗證 {entries} 筆紀錄，仍有更多：指令「npm run ledger -- verify」可驗證全部。',
  'audit.broken': '發現 {breaks} 處日誌被更改',
});
