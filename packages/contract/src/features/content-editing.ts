import { z } from 'zod';
import { call } from '../call.ts';
import { AUDIENCES, CONTENT_KINDS, CONTENT_STATES, HELP_CATEGORIES, LONGEST_SLUG, LONGEST_TITLE, SLUG } from '../content.ts';
import { empty, idText, instant, nothing, shownLine, userId } from '../fields.ts';
import { type Language, LANGUAGES } from '../language.ts';
import { listCall } from '../list-call.ts';
import { richText } from '../rich-text.ts';

/** Four texts, each as long as one may be. */
const DRAFT_BODY_LIMIT = 2 * 1024 * 1024;

const contentId = z.uuid();
const revision = z.number().int().min(1).max(2_147_483_647);
const version = z.number().int().min(1).max(1_000_000);
const slug = z.string().max(LONGEST_SLUG).regex(SLUG);
const language = z.enum(LANGUAGES);

/** One language of a draft; a text that is not begun is empty in both. */
const draftText = z.strictObject({ title: shownLine.max(LONGEST_TITLE), body: richText });
const byLanguage = <Value extends z.ZodType>(value: Value) =>
  z.strictObject(Object.fromEntries(LANGUAGES.map((one) => [one, value])) as Record<Language, Value>).partial();

const which = z.strictObject({ content_id: contentId });
/** What one has read: a save, or a publication, of something else is refused. */
const whichRevision = z.strictObject({ content_id: contentId, revision });

const contentRow = z.strictObject({
  content_id: contentId,
  kind: z.enum(CONTENT_KINDS),
  slug: idText,
  category: z.enum(HELP_CATEGORIES).nullable(),
  audience: z.enum(AUDIENCES),
  state: z.enum(CONTENT_STATES),
  /** Of the draft, in the reader's language or in another that there is; empty while there is none. */
  title: z.string(),
  /** The languages of the draft. */
  languages: z.array(language),
  /** Those that have not followed the last change of another. */
  outdated: z.array(language),
  /** The draft says something else than what is published. */
  has_changes: z.boolean(),
  /** The draft says something else than what is scheduled, which is published as it was. */
  scheduled_differs: z.boolean(),
  must_accept: z.boolean(),
  published_version: z.number().int().nullable(),
  /** When the published version was published. */
  published_at: instant.nullable(),
  /** When what is scheduled is published by itself. */
  publish_at: instant.nullable(),
  revision,
  saved_by: z.string(),
  saved_at: instant,
});

const contentVersion = z.strictObject({
  version,
  published_at: instant,
  published_by: z.string(),
  note: z.string(),
  must_accept: z.boolean(),
  languages: z.array(language),
});

const saved = z.strictObject({
  revision,
  saved_at: instant,
  has_changes: z.boolean(),
  scheduled_differs: z.boolean(),
  outdated: z.array(language),
});

export const contentQuery = call({
  path: '/v1/operator/content/query',
  caller: 'staff',
  permission: 'content.read',
  summary: 'Every announcement, help article and legal text, the latest saved first',
  input: empty,
  output: z.strictObject({ list: z.array(contentRow) }),
});

export const contentDetail = call({
  path: '/v1/operator/content/detail',
  caller: 'staff',
  permission: 'content.read',
  summary: 'One text with its draft in every language and its versions',
  input: which,
  output: z.strictObject({ ...contentRow.shape, draft: byLanguage(draftText), versions: z.array(contentVersion) }),
  errors: ['content_unknown'],
});

export const contentCreate = call({
  path: '/v1/operator/content/create',
  caller: 'staff',
  permission: 'content.change',
  write: true,
  summary: 'Begins a text; nobody sees it before it is published',
  input: z.strictObject({
    kind: z.enum(CONTENT_KINDS),
    /** Its name in addresses; a legal text has its own. */
    slug: slug.optional(),
    category: z.enum(HELP_CATEGORIES).optional(),
    audience: z.enum(AUDIENCES).default('everyone'),
  }),
  output: which,
  errors: ['content_slug_taken'],
  fields: { content_slug_taken: 'slug' },
});

export const contentSave = call({
  path: '/v1/operator/content/save',
  caller: 'staff',
  permission: 'content.change',
  write: true,
  summary: 'Saves the draft of those languages that are named; refused when somebody else saved since it was read',
  bodyLimit: DRAFT_BODY_LIMIT,
  input: z.strictObject({
    ...whichRevision.shape,
    /** From the next version on. */
    audience: z.enum(AUDIENCES).optional(),
    category: z.enum(HELP_CATEGORIES).optional(),
    must_accept: z.boolean().optional(),
    texts: byLanguage(draftText),
    /** Languages whose text is right although another changed. */
    still_right: z.array(language).max(LANGUAGES.length).default([]),
  }),
  output: saved,
  errors: ['content_unknown', 'content_stale', 'content_half_written', 'file_not_usable'],
  fields: { file_not_usable: 'texts' },
});

export const contentPreview = call({
  path: '/v1/operator/content/preview',
  caller: 'staff',
  permission: 'content.read',
  summary: 'The HTML that readers would be served of a text',
  bodyLimit: DRAFT_BODY_LIMIT,
  input: z.strictObject({ body: richText }),
  output: z.strictObject({ html: z.string() }),
});

export const contentPublish = call({
  path: '/v1/operator/content/publish',
  caller: 'staff',
  permission: 'content.change',
  write: true,
  summary: 'Publishes the draft as the next version, now; nothing stays scheduled',
  input: z.strictObject({ ...whichRevision.shape, note: shownLine.max(200).default('') }),
  output: z.strictObject({ version }),
  errors: ['content_unknown', 'content_stale', 'content_state', 'content_incomplete', 'content_unchanged'],
});

export const contentSchedule = call({
  path: '/v1/operator/content/schedule',
  caller: 'staff',
  permission: 'content.change',
  write: true,
  summary: 'Has the draft as it is now published by itself at a time; it replaces what was scheduled before',
  input: z.strictObject({ ...whichRevision.shape, publish_at: instant }),
  output: nothing,
  errors: ['content_unknown', 'content_stale', 'content_state', 'content_time_past', 'content_incomplete', 'content_unchanged'],
  fields: { content_time_past: 'publish_at' },
});

export const contentUnschedule = call({
  path: '/v1/operator/content/unschedule',
  caller: 'staff',
  permission: 'content.change',
  write: true,
  sets: true,
  summary: 'Takes back that the draft is published by itself',
  input: which,
  output: nothing,
  errors: ['content_unknown', 'content_state'],
});

export const contentWithdraw = call({
  path: '/v1/operator/content/withdraw',
  caller: 'staff',
  permission: 'content.change',
  write: true,
  sets: true,
  summary: 'Takes an announcement or a help article from the public pages; legal texts are replaced instead',
  input: which,
  output: nothing,
  errors: ['content_unknown', 'content_state'],
});

export const contentVersionDetail = call({
  path: '/v1/operator/content/version/detail',
  caller: 'staff',
  permission: 'content.read',
  summary: 'A published version as readers saw it, in every language that it had',
  input: z.strictObject({ content_id: contentId, version }),
  output: z.strictObject({
    ...contentVersion.shape,
    texts: z.array(z.strictObject({ language, title: z.string(), body: richText })),
  }),
  errors: ['content_unknown'],
});

export const contentRestore = call({
  path: '/v1/operator/content/restore',
  caller: 'staff',
  permission: 'content.change',
  write: true,
  summary: 'Makes a published version the draft again; what is published stays as it is',
  input: z.strictObject({ ...whichRevision.shape, version }),
  output: saved,
  errors: ['content_unknown', 'content_stale'],
});

const acceptance = z.strictObject({
  accepted_at: instant,
  owner_id: userId,
  party: z.enum(['merchant', 'user']),
  version,
  language,
  /** Null of a wallet user who has closed their account. */
  ip: z.string().nullable(),
  user_agent: z.string(),
});

export const contentAcceptances = listCall({
  path: '/v1/operator/content/acceptance/query',
  caller: 'staff',
  permission: 'content.read',
  summary: 'Who accepted which version of an agreement, when and from where',
  row: acceptance,
  sort: ['accepted_at'],
  filters: {
    content_id: contentId,
    /** Of this party alone. */
    owner_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  },
});
