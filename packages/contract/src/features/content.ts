import { z } from 'zod';
import { call } from '../call.ts';
import { AGREEMENT_KINDS, CONTENT_KINDS, LONGEST_SLUG, SLUG } from '../content.ts';
import { empty, instant, nothing } from '../fields.ts';
import { LANGUAGES } from '../language.ts';
import { richText } from '../rich-text.ts';

const slug = z.string().max(LONGEST_SLUG).regex(SLUG);
/** HTML made by the server of a rich text, and cleaned: nothing in it runs. */
const html = z.string().meta({ description: 'HTML of a few plain elements, without scripts and styles' });
const version = z.number().int().min(1).max(1_000_000);

const announcement = z.strictObject({
  slug,
  title: z.string(),
  /** The beginning of its text. */
  summary: z.string(),
  published_at: instant,
  /** Nobody of this party has marked it as read. */
  is_new: z.boolean(),
});

const announcementList = z.strictObject({
  /** The latest, newest first. */
  list: z.array(announcement),
  unread: z.number().int(),
});

const announcementText = z.strictObject({
  slug,
  title: z.string(),
  html,
  /** The same as a tree, for clients that draw it themselves. */
  body: richText,
  published_at: instant,
  /** The language of this text: English where it was not written in the reader's. */
  language: z.enum(LANGUAGES),
  /** It has a page that everybody may read, `/announcements/<slug>`. */
  is_public: z.boolean(),
});

const pendingAgreement = z.strictObject({
  kind: z.enum(AGREEMENT_KINDS),
  version,
  title: z.string(),
  html,
  published_at: instant,
  language: z.enum(LANGUAGES),
  /** An earlier version was accepted. */
  is_update: z.boolean(),
});

const accepted = z.strictObject({
  agreements: z
    .array(z.strictObject({ kind: z.enum(AGREEMENT_KINDS), version }))
    .min(1)
    .max(AGREEMENT_KINDS.length),
});

export const merchantAnnouncementList = call({
  path: '/v1/merchant/announcement/list',
  caller: 'merchant',
  summary: 'The latest announcements for merchants, with what is unread',
  input: empty,
  output: announcementList,
});

export const merchantAnnouncementDetail = call({
  path: '/v1/merchant/announcement/detail',
  caller: 'merchant',
  summary: 'One announcement whole',
  input: z.strictObject({ slug }),
  output: announcementText,
  errors: ['content_unknown'],
});

export const merchantAnnouncementRead = call({
  path: '/v1/merchant/announcement/read',
  caller: 'merchant',
  write: true,
  summary: 'Marks announcements as read',
  input: z.strictObject({ slugs: z.array(slug).min(1).max(100) }),
  output: nothing,
});

export const merchantContentPages = call({
  path: '/v1/merchant/content/pages',
  caller: 'merchant',
  summary: 'Of which kinds there are public pages: help, agreements, legal texts',
  input: empty,
  output: z.strictObject({ kinds: z.array(z.enum(CONTENT_KINDS)) }),
});

export const merchantAgreementPending = call({
  path: '/v1/merchant/agreement/pending',
  caller: 'merchant',
  summary: 'Agreements that the merchant has to accept before it goes on',
  input: empty,
  output: z.strictObject({ list: z.array(pendingAgreement) }),
});

export const merchantAgreementAccept = call({
  path: '/v1/merchant/agreement/accept',
  caller: 'merchant',
  write: true,
  summary: 'Accepts agreements in the versions that were shown',
  input: accepted,
  output: nothing,
  errors: ['agreement_changed'],
});

export const walletAnnouncementList = call({
  path: '/v1/wallet/announcement/list',
  caller: 'payer',
  summary: 'The latest announcements for wallet users, with what is unread',
  input: empty,
  output: announcementList,
});

export const walletAnnouncementRead = call({
  path: '/v1/wallet/announcement/read',
  caller: 'payer',
  write: true,
  summary: 'Marks announcements as read',
  input: z.strictObject({ slugs: z.array(slug).min(1).max(100) }),
  output: nothing,
});

export const walletAgreementPending = call({
  path: '/v1/wallet/agreement/pending',
  caller: 'payer',
  summary: 'Agreements that the wallet user has to accept before using the wallet',
  input: empty,
  output: z.strictObject({ list: z.array(pendingAgreement) }),
});

export const walletAgreementAccept = call({
  path: '/v1/wallet/agreement/accept',
  caller: 'payer',
  write: true,
  summary: 'Accepts agreements in the versions that were shown',
  input: accepted,
  output: nothing,
  errors: ['agreement_changed'],
});
