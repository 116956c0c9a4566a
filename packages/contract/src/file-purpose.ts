import type { Permission } from './staff.ts';

/** What files are for. The purpose decides who may send a file, what it may be, how long it is kept and who may see it. */

/** What a kept file is. */
export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];
/** What a file that is sent is found to be by its first bytes; what a client claims it to be is not looked at. What is not kept becomes PNG. */
export type SentType = MediaType | 'image/gif' | 'image/bmp' | 'image/x-icon';

const PICTURES = ['image/jpeg', 'image/png', 'image/webp'] as const satisfies readonly MediaType[];
const PICTURES_AND_PDF = [...PICTURES, 'application/pdf'] as const satisfies readonly MediaType[];

/** Who sends files: a merchant at the console, a payer in the wallet, the provider's staff. */
export type Sender = 'merchant' | 'payer' | 'staff';
/** Who may see a file that is kept, beside staff: whoever sent it, or everybody who has its address. */
type Viewer = 'sender' | 'everybody';

export interface FilePurpose {
  readonly sentBy: readonly Sender[];
  readonly types: readonly SentType[];
  readonly mostBytes: number;
  /** A picture with a longer edge is made smaller, in pixels. */
  readonly longestEdge: number;
  readonly seenBy: readonly Viewer[];
  /** What a member of staff must be allowed to do to see one, and to send one if they may. */
  readonly permissions: { readonly see: Permission; readonly send?: Permission };
  /** How long a file is kept once it is used, in days; undefined: for as long as what uses it. */
  readonly keptDays: number | undefined;
}

const MIB = 1_048_576;
/** A document of money must be there for as long as the law asks for books of account in most places. */
const YEARS_OF_BOOKS = 10 * 365;
/** What shows who a party is must not be kept for longer than rules against money laundering ask for. */
const YEARS_OF_IDENTITY = 5 * 365;

export const FILE_PURPOSES = {
  /** Proof of a payment outside of Purser, beside a recharge or a dispute. */
  voucher: {
    sentBy: ['merchant', 'payer'],
    types: PICTURES_AND_PDF,
    mostBytes: 10 * MIB,
    longestEdge: 3_000,
    seenBy: ['sender'],
    permissions: { see: 'review.read' },
    keptDays: YEARS_OF_BOOKS,
  },
  /** A photograph of a document, or of its holder. Once sent, it is for reviewing staff only. */
  identity: {
    sentBy: ['merchant', 'payer'],
    types: PICTURES,
    mostBytes: 10 * MIB,
    longestEdge: 3_000,
    seenBy: [],
    permissions: { see: 'identity.decide' },
    keptDays: YEARS_OF_IDENTITY,
  },
  /** A merchant's logo, which payers see. */
  logo: {
    sentBy: ['merchant'],
    types: PICTURES,
    mostBytes: 2 * MIB,
    longestEdge: 512,
    seenBy: ['sender', 'everybody'],
    permissions: { see: 'party.read' },
    keptDays: undefined,
  },
  /** A picture in an announcement, a help page or another text of the provider: kept for good once a text had it, as the versions are. */
  content_image: {
    sentBy: ['staff'],
    // As SPEC section 5 lists them.
    types: ['image/png', 'image/gif', 'image/jpeg', 'image/bmp', 'image/x-icon'],
    mostBytes: 5 * MIB,
    longestEdge: 1_920,
    seenBy: ['everybody'],
    permissions: { see: 'content.read', send: 'content.change' },
    keptDays: undefined,
  },
  /** A bank's statement or confirmation. */
  bank_file: {
    sentBy: ['staff'],
    types: PICTURES_AND_PDF,
    mostBytes: 10 * MIB,
    longestEdge: 3_000,
    seenBy: [],
    permissions: { see: 'bank.read', send: 'bank.change' },
    keptDays: YEARS_OF_BOOKS,
  },
} as const satisfies Record<string, FilePurpose>;

export type PurposeName = keyof typeof FILE_PURPOSES;
export const PURPOSE_NAMES = Object.keys(FILE_PURPOSES) as [PurposeName, ...PurposeName[]];

export function purposeOf(name: PurposeName): FilePurpose {
  return FILE_PURPOSES[name];
}

/** The purposes for which a party may send files. */
export function purposesOf(sender: Sender): [PurposeName, ...PurposeName[]] {
  return PURPOSE_NAMES.filter((name) => purposeOf(name).sentBy.includes(sender)) as [PurposeName, ...PurposeName[]];
}

/** A picture must be at least this wide and high, and have at most this many pixels, before it is made smaller. */
export const SHORTEST_EDGE = 16;
export const MOST_PIXELS = 50_000_000;

/** A file that nothing uses is removed after this time, in hours. */
export const UNUSED_KEPT_H = 24;

/** What a party may have: files that nothing uses yet, files sent in an hour, and bytes in all. */
export const FILE_LIMITS: Readonly<Record<Sender, { readonly unused: number; readonly hourly: number; readonly bytes: number }>> = {
  merchant: { unused: 50, hourly: 200, bytes: 2_048 * MIB },
  payer: { unused: 20, hourly: 60, bytes: 200 * MIB },
  // All of the provider's staff together.
  staff: { unused: 500, hourly: 1_000, bytes: 51_200 * MIB },
};

/** States of a file: on its way into the storage; there; on its way out of it. */
export const FILE_STATES = ['pending', 'kept', 'leaving'] as const;

/** Room in a body for what stands around the file. */
const ENVELOPE_BYTES = 16_384;
/** The largest body of an upload, in bytes. */
export const UPLOAD_BODY_LIMIT = Math.max(...PURPOSE_NAMES.map((name) => purposeOf(name).mostBytes)) + ENVELOPE_BYTES;

/** Where everybody finds a picture that is used and that its purpose shows to everybody. */
export const publicPicturePath = (fileId: string): string => `/picture/${fileId}`;
export const PUBLIC_PICTURE_PATH = /^\/picture\/[\w-]{30}$/;
