import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, instant, shownText } from '../fields.ts';
import type { Language } from '../language.ts';

export const MAINTENANCE_STATES = ['planned', 'running', 'over', 'called_off'] as const;
export type MaintenanceState = (typeof MAINTENANCE_STATES)[number];

export const LONGEST_MAINTENANCE_TEXT = 300;
const text = shownText.min(1).max(LONGEST_MAINTENANCE_TEXT).optional();
/** What people are told, by language: a reader whose language is missing reads English, and without that the usual words. */
export const maintenanceTexts = z.strictObject({ zh_Hans: text, zh_Hant: text, en: text, vi: text } satisfies Record<
  Language,
  typeof text
>);

/** What is told beside the outcome `maintenance`, and of maintenance to come. */
export const maintenanceNotice = z.strictObject({
  starts_at: instant,
  /** Null while nobody knows. */
  ends_at: instant.nullable(),
  /** In the language of the request. Null: the usual words. */
  text: z.string().nullable(),
});
export type MaintenanceNotice = z.output<typeof maintenanceNotice>;

const maintenance = z.strictObject({
  maintenance_id: idText,
  state: z.enum(MAINTENANCE_STATES),
  starts_at: instant,
  /** When it ended or is to end; null: when a member of staff ends it. */
  ends_at: instant.nullable(),
  texts: maintenanceTexts,
  /** Names of the members of staff; null for what was switched on before there were any. */
  entered_by: z.string().nullable(),
  ended_by: z.string().nullable(),
});

export const maintenanceQuery = call({
  path: '/v1/operator/maintenance/query',
  caller: 'staff',
  permission: 'system.read',
  summary: 'Maintenance that runs or is planned, and the latest that is over, newest first',
  input: empty,
  output: z.strictObject({ list: z.array(maintenance) }),
});

export const maintenancePlan = call({
  path: '/v1/operator/maintenance/plan',
  caller: 'staff',
  permission: 'system.change',
  write: true,
  confirm: 'google_code',
  summary: 'Closes the consoles to merchants and payers, at once or at a time, until a time or until it is ended',
  input: z.strictObject({
    /** Null: at once. */
    starts_at: instant.nullable(),
    /** Null: until it is ended. */
    ends_at: instant.nullable(),
    texts: maintenanceTexts,
  }),
  output: maintenance,
  errors: ['maintenance_time_refused', 'maintenance_overlaps'],
  fields: { maintenance_time_refused: 'ends_at', maintenance_overlaps: 'starts_at' },
});

export const maintenanceEnd = call({
  path: '/v1/operator/maintenance/end',
  caller: 'staff',
  permission: 'system.change',
  write: true,
  confirm: 'google_code',
  summary: 'Ends maintenance that runs, or calls off what is planned',
  input: z.strictObject({ maintenance_id: z.uuid() }),
  output: maintenance,
  errors: ['not_found', 'maintenance_over'],
});
