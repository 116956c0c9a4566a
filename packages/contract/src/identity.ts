import { CARDHOLDER_NAME } from './bank-account.ts';
import type { Machine } from './machine.ts';

/** What a merchant or a wallet user hands in to show who they are, and what staff make of it. */

/** Who hands in. */
export const IDENTITY_PARTIES = ['merchant', 'user'] as const;
export type IdentityParty = (typeof IDENTITY_PARTIES)[number];

export const IDENTITY_KINDS = ['person', 'company'] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

export const ID_TYPES = ['id_card', 'passport', 'driving_licence'] as const;
export type IdType = (typeof ID_TYPES)[number];

export const IDENTITY_STATES = ['pending', 'approved', 'rejected'] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];
export const IDENTITY_DECISIONS = ['approve', 'reject'] as const;
export type IdentityDecision = (typeof IDENTITY_DECISIONS)[number];

/** Staff decide once; what was approved may be taken back. Whoever was rejected hands in anew. */
export const identityMachine: Machine<IdentityState, IdentityDecision> = {
  initial: 'pending',
  transitions: {
    pending: { approve: 'approved', reject: 'rejected' },
    approved: { reject: 'rejected' },
    rejected: {},
  },
};

/** Photographs: of a document's two sides, of its holder with it, and of a company's entry in the register. */
export const DOCUMENTS = ['front', 'back', 'holder', 'registration'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** The photographs that must be there. A passport shows everything on one page. */
export function documentsOf(kind: IdentityKind, idType: IdType): readonly DocumentName[] {
  return DOCUMENTS.filter((name) => (name === 'back' ? idType !== 'passport' : name !== 'registration' || kind === 'company'));
}

/** As on a bank card: Chinese characters or letters only. */
export const PERSON_NAME = CARDHOLDER_NAME;
export const LONGEST_PERSON_NAME = 60;
export const ID_NUMBER = /^[0-9A-Za-z]{4,32}$/;
export const LONGEST_ID_NUMBER = 32;
export const LONGEST_COMPANY_NAME = 140;
export const LONGEST_REGISTRATION_NUMBER = 40;
export const LONGEST_COMPANY_ADDRESS = 200;
export const LONGEST_IDENTITY_REASON = 500;

/** How long what was rejected is kept, in days: long enough to look at it again when its owner asks why. */
export const REJECTED_IDENTITY_KEPT_DAYS = 90;

/** A number as it is shown to whoever need not compare it: its last four characters at the most, and never more than half of it. */
export function maskIdNumber(number: string): string {
  return `••••${number.slice(-Math.min(4, Math.floor(number.length / 2)))}`;
}

/** A name as it is shown to whoever need not compare it. */
export function maskName(name: string): string {
  return name === '' ? '' : `${[...name][0] ?? ''}••`;
}
