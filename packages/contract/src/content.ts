import type { Machine } from './machine.ts';

/** What the provider tells its merchants, wallet users and visitors. */
export const CONTENT_KINDS = ['announcement', 'help_article', 'user_agreement', 'privacy_policy', 'legal_statement', 'about_us'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Texts of which there is one each, at an address of its own. They are replaced by a new version and never withdrawn. */
export const STANDING_KINDS = ['user_agreement', 'privacy_policy', 'legal_statement', 'about_us'] as const;
export type StandingKind = (typeof STANDING_KINDS)[number];

export function isStanding(kind: ContentKind): kind is StandingKind {
  return (STANDING_KINDS as readonly ContentKind[]).includes(kind);
}

/** Texts that a party may be asked to accept. */
export const AGREEMENT_KINDS = ['user_agreement', 'privacy_policy'] as const;
export type AgreementKind = (typeof AGREEMENT_KINDS)[number];

export function isAgreement(kind: ContentKind): kind is AgreementKind {
  return (AGREEMENT_KINDS as readonly ContentKind[]).includes(kind);
}

/** The parts of the help center, in the order in which they are shown. */
export const HELP_CATEGORIES = ['paying', 'wallet', 'disputes', 'merchants', 'developers'] as const;
export type HelpCategory = (typeof HELP_CATEGORIES)[number];

/** Who is shown it: everybody, or only who has signed in as one. What stands at an address of its own is shown to everybody: of an agreement it says who is asked to accept it. */
export const AUDIENCES = ['everyone', 'merchants', 'wallet_users'] as const;
export type Audience = (typeof AUDIENCES)[number];

export const CONTENT_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
export type ContentState = (typeof CONTENT_STATES)[number];
export type ContentEvent = 'schedule' | 'unschedule' | 'publish' | 'withdraw';

/** What is published stays so while its next version is written and scheduled. */
export const contentMachine: Machine<ContentState, ContentEvent> = {
  initial: 'draft',
  transitions: {
    draft: { schedule: 'scheduled', publish: 'published' },
    scheduled: { schedule: 'scheduled', unschedule: 'draft', publish: 'published' },
    published: { schedule: 'published', unschedule: 'published', publish: 'published', withdraw: 'withdrawn' },
    withdrawn: { schedule: 'scheduled', publish: 'published' },
  },
};

/** Names in addresses: `/help/payment-password`. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const LONGEST_SLUG = 80;
export const LONGEST_TITLE = 120;
/** How much of a text stands in a list. */
export const SUMMARY_CHARACTERS = 160;

const STANDING_PATHS: Readonly<Record<StandingKind, string>> = {
  user_agreement: '/legal/user-agreement',
  privacy_policy: '/legal/privacy-policy',
  legal_statement: '/legal/legal-statement',
  about_us: '/about',
};

/** The name of a standing text, as the last part of its address. */
export function standingSlug(kind: StandingKind): string {
  return STANDING_PATHS[kind].slice(STANDING_PATHS[kind].lastIndexOf('/') + 1);
}

/** The address of a published text among the public pages. */
export function contentPath(kind: ContentKind, slug: string): string {
  if (isStanding(kind)) return STANDING_PATHS[kind];
  return kind === 'help_article' ? `/help/${slug}` : `/announcements/${slug}`;
}

/** The legal text at `/legal/<name>`, or undefined. */
export function legalKindAt(name: string): StandingKind | undefined {
  return STANDING_KINDS.find((kind) => STANDING_PATHS[kind] === `/legal/${name}`);
}
