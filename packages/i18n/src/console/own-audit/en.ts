import { acts } from '../../acts/en.ts';

const own = {
  'ownAudit.hint': 'What was done in your account, by whom and from where.',
  'ownAudit.table': 'Audit trail',
  'ownAudit.title': 'Audit trail',
  'ownAudit.act': 'Act',
  'ownAudit.kind': 'Kind',
  'ownAudit.who': 'Who',
  'ownAudit.who.merchant': 'Member',
  'ownAudit.who.access_key': 'Access key',
  'ownAudit.who.operator': 'Staff',
  'ownAudit.who.system': 'System',
  'ownAudit.actor': 'Name or key',
  'ownAudit.subject': 'About',
  'ownAudit.ip': 'IP',
  'ownAudit.device': 'Device',
  'ownAudit.userAgent': 'Browser’s own words',
  'ownAudit.number': 'Number',
  'ownAudit.time': 'Time',
  'ownAudit.detailTitle': 'Entry of the audit trail',
  'ownAudit.emptyTitle': 'Nothing has been done yet',
  'ownAudit.emptyHint': 'Logins, changes of settings and what moves money appear here.',
} as const;

/** The audit trail of the merchant's own account. */
export const ownAudit = { ...acts, ...own } as const;
