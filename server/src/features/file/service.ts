import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { type fileUpload, type operatorFileUpload, REFUSALS_OF_CONTENT, type walletFileUpload } from '@purser/contract/features/file';
import {
  FILE_LIMITS,
  type FilePurpose,
  type MediaType,
  MOST_PIXELS,
  purposeOf,
  type Sender,
  SHORTEST_EDGE,
  UNUSED_KEPT_H,
} from '@purser/contract/file-purpose';
import { createHash } from 'node:crypto';
import { newFileId, ownerOfFileId } from '../../domain/file-id.ts';
import { lockWalletUser } from '../../domain/wallet-bank.ts';
import { keyedWrite, type MerchantWrite, type PayerWrite, type StaffSteps, type StaffWrite } from '../../platform/commands/write.ts';
import { safeFileName } from '../../platform/files/file-name.ts';
import type { ImageProblem } from '../../platform/files/image-messages.ts';
import { isWholePdf, keptTypeOf, mediaTypeOf, shortName } from '../../platform/files/media-type.ts';
import { ReceivedFile } from '../../platform/files/received-file.ts';
import { Turns } from '../../platform/files/turns.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import type { Answer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { countFiles, type FileRow, findKept, insertPending, markKept } from './queries.ts';

type Upload = ParsedInputOf<typeof fileUpload> | ParsedInputOf<typeof walletFileUpload> | ParsedInputOf<typeof operatorFileUpload>;
type KeptFile = OutputOf<typeof fileUpload>;
type UploadContext = MerchantWrite | PayerWrite | StaffWrite;

/** Who sends a file, and whose it is then. */
interface Uploading {
  readonly sender: Sender;
  readonly ownerId: number;
  /** As the row names whoever sent it. */
  readonly sentBy: string;
}

/** Whoever sends nothing but files that are refused makes work for nothing. */
const REFUSED_FILES: ThrottleRule = { scope: 'file_refused', most: 20, rememberedS: 600, window: true };
const MIB = 1_048_576;
const HOUR_S = 3_600;
/** Files that are in memory at a time, to be checked, sealed and put away; the others wait on the disk. */
const IN_MEMORY_AT_ONCE = 2;
const MOST_WAITING = 64;

/** What is read of a file before its bytes are kept. */
interface Checked {
  readonly type: MediaType;
  readonly content: Buffer;
}

export class Files {
  readonly #platform: Platform;
  readonly #turns = new Turns(IN_MEMORY_AT_ONCE, MOST_WAITING);

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /**
   * Keeps a file: its row, then its bytes, then that they are there. What fails in between leaves a row that is removed when it is due.
   */
  async upload({ purpose, file }: Upload, context: UploadContext, who: Uploading): Promise<KeptFile | Answer<KeptFile>> {
    const { vault } = this.#platform;
    const { db, throttle } = 'staffId' in context ? this.#platform.operator : this.#platform;
    if (!(file instanceof ReceivedFile)) throw new TypeError('a file comes with a multipart body');
    const steps = {
      whose: 'provider',
      prepare: () =>
        this.#turns.run(async () => {
          const { type, content } = await throttle.attempt([[REFUSED_FILES, who.sentBy]], REFUSALS_OF_CONTENT, () =>
            this.#check(file, purposeOf(purpose)),
          );
          const file_id = newFileId(who.ownerId);
          await db.scoped(who.ownerId, async (tx) => {
            if (who.sender === 'payer') await lockWalletUser(tx, who.ownerId);
            await this.#admit(tx, who, content.length);
            await insertPending(tx, {
              owner_id: BigInt(who.ownerId),
              file_id,
              purpose,
              name: safeFileName(file.name, type),
              media_type: type,
              size: BigInt(content.length),
              content_hash: createHash('sha256').update(content).digest(),
              sent_by: who.sentBy,
            });
          });
          await vault.keep({ file_id, purpose }, content);
          return file_id;
        }),
      act: async (tx, file_id) => {
        if (who.sender === 'payer') await lockWalletUser(tx, who.ownerId);
        const kept = await markKept(tx, { owner_id: BigInt(who.ownerId), file_id });
        // It took longer than the hour that a pending row is given.
        if (!kept) throw refuse('file_storage_away');
        return keptFileOf(kept);
      },
      audit: ({ file_id, size }) => ({ action: 'file.upload', details: { file_id, purpose, size } }),
    } satisfies StaffSteps<KeptFile, FileRow['file_id']>;
    return 'staffId' in context ? keyedWrite(this.#platform, context, steps) : keyedWrite(this.#platform, context, steps);
  }

  /** The file that an id names, if it is kept. Refuses what is not, and what the asker may not see, as if it were not there. */
  async find(fileId: string, mayBeSeen: (file: FileRow) => boolean, { db }: Pick<Platform, 'db'> = this.#platform): Promise<FileRow> {
    const ownerId = ownerOfFileId(fileId);
    const file = await db.scoped(ownerId, (tx) => findKept(tx, ownerId, fileId));
    if (!file || !mayBeSeen(file)) throw refuse('not_found');
    return file;
  }

  /** What a file holds; a damaged one is never given. */
  async contentOf(file: FileRow): Promise<Buffer> {
    const content = await this.#platform.vault.read({ ...file, size: Number(file.size) });
    if (content) return content;
    this.#platform.log.error({ file_id: file.file_id }, 'a kept file is damaged or gone');
    throw refuse('file_damaged');
  }

  async #check(file: ReceivedFile, purpose: FilePurpose): Promise<Checked> {
    const { mostBytes, types, longestEdge } = purpose;
    if (file.size === 0) throw refuse('file_unreadable');
    if (file.size > mostBytes) throw refuse('file_too_large', { megabytes: mostBytes / MIB });
    const type = mediaTypeOf(await file.head());
    if (type === undefined || !types.includes(type)) throw refuse('file_type_refused', { types: types.map(shortName).join(', ') });
    if (type === 'application/pdf') {
      const content = await file.bytes();
      if (!isWholePdf(content)) throw refuse('file_unreadable');
      return { type, content };
    }
    const written = await this.#platform.images.rewrite(async () => ({
      bytes: await file.bytes(),
      type,
      longestEdge,
      shortestEdge: SHORTEST_EDGE,
      mostPixels: MOST_PIXELS,
    }));
    if (!Buffer.isBuffer(written)) throw refusalOfPicture(written);
    return { type: keptTypeOf(type), content: written };
  }

  /** Refuses when the owner has too much: too many files in an hour, too many that nothing uses, too many bytes. */
  async #admit(tx: Parameters<typeof countFiles>[0], { sender, ownerId }: Uploading, size: number): Promise<void> {
    const limits = FILE_LIMITS[sender];
    const has = await countFiles(tx, ownerId);
    if (has.lately >= limits.hourly) throw refuse('too_many_requests', { seconds: HOUR_S });
    if (has.unused >= limits.unused) throw refuse('too_many_unused_files', { limit: limits.unused, hours: UNUSED_KEPT_H });
    if (has.bytes + size > limits.bytes) throw refuse('file_space_used_up', { megabytes: limits.bytes / MIB });
  }
}

function refusalOfPicture(problem: ImageProblem): Refusal {
  switch (problem) {
    case 'unreadable':
      return refuse('file_unreadable');
    case 'animated':
      return refuse('picture_animated');
    case 'too_small':
      return refuse('picture_too_small', { pixels: SHORTEST_EDGE });
    case 'too_large':
      return refuse('picture_too_large', { megapixels: MOST_PIXELS / 1_000_000 });
  }
}

function keptFileOf(file: FileRow): KeptFile {
  return {
    file_id: file.file_id,
    purpose: file.purpose,
    name: file.name,
    media_type: file.media_type,
    size: Number(file.size),
    create_time: file.created_at.toISOString(),
    expire_time: (file.remove_at ?? file.created_at).toISOString(),
  };
}
