import { actorKinds, acts, otherActs } from '../../acts/en.ts';

/** The audit log: who did what. */
export const audit = {
  ...acts,
  ...otherActs,
  ...actorKinds,
  'audit.hint': 'Who did what, and from where. Each entry is chained to the one before it.',
  'audit.owner': 'Owner',
  'audit.sequence': 'Number',
  'audit.actorKind': 'Who',
  'audit.actor': 'Number or name',
  'audit.actorName': 'Member of staff',
  'audit.act': 'Act',
  'audit.action': 'Code of the act',
  'audit.details': 'Details',
  'audit.ip': 'From',
  'audit.requestId': 'Request',
  'audit.detailTitle': 'Entry of the audit log',
  'audit.emptyTitle': 'Nothing is logged yet',
  'audit.emptyHint': 'Every act of staff, merchants and keys appears here.',
  'audit.verify': 'Verify',
  'audit.verifying': 'Verifying…',
  'audit.intact': '{entries} {entries|entry|entries} verified at {time}: every chain is whole.',
  'audit.intactSoFar':
    '{entries} {entries|entry|entries} verified at {time}, and there are more: the command “npm run ledger -- verify” verifies all.',
  'audit.broken': '{breaks} {breaks|place|places} where the log was changed',
} as const;
