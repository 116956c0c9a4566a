import { acts } from '../../acts/zh-hant.ts';
import { translation } from '../../catalogue.ts';
import type { ownAudit as english } from './en.ts';

export const ownAudit = translation<typeof english>()({
  ...acts,
  'ownAudit.hint': '您的帳號中發生的操作、操作者與來源。',
  'ownAudit.table': '操作紀錄',
  'ownAudit.title': '操作紀錄',
  'ownAudit.act': '操作',
  'ownAudit.kind': '類型',
  'ownAudit.who': '操作者',
  'ownAudit.who.merchant': '成員',
  'ownAudit.who.access_key': '存取金鑰',
  'ownAudit.who.operator': '平台員工',
  'ownAudit.who.system': '系統',
  'ownAudit.actor': '名稱或金鑰',
  'ownAudit.subject': '對象',
  'ownAudit.ip': 'IP',
  'ownAudit.device': '裝置',
  'ownAudit.userAgent': '瀏覽器識別資訊',
  'ownAudit.number': '編號',
  'ownAudit.time': '時間',
  'ownAudit.detailTitle': '操作紀錄詳情',
  'ownAudit.emptyTitle': '尚無操作',
  'ownAudit.emptyHint': '登入、設定變更與資金操作將顯示在這裡。',
});
