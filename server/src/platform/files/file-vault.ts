import type { PurposeName } from '@purser/contract/file-purpose';
import { createHash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { SEAL_BYTES, type Secrets } from '../security/secrets.ts';
import type { FileStorage } from './file-storage.ts';
import { LocalStorage } from './local-storage.ts';
import { type S3Settings, S3Storage } from './s3-storage.ts';

/** What must be known of a file to read it. */
export interface KeptContent {
  readonly file_id: string;
  readonly purpose: PurposeName;
  readonly size: number;
  /** SHA-256 of the content. */
  readonly content_hash: Buffer;
}

/** Where files are kept: a bucket if there is one, else the data folder. */
export function fileStorage({ dataFolder, s3 }: { readonly dataFolder: string; readonly s3: S3Settings | undefined }): FileStorage {
  return s3 ? new S3Storage(s3) : new LocalStorage(join(dataFolder, 'files'));
}

/** Keeps contents sealed: each purpose has a key of its own, and a content opens for the file that it was sealed for and for no other. */
export class FileVault {
  readonly storage: FileStorage;
  readonly #secrets: Secrets;

  constructor(storage: FileStorage, secrets: Secrets) {
    this.storage = storage;
    this.#secrets = secrets;
  }

  async keep({ file_id, purpose }: Pick<KeptContent, 'file_id' | 'purpose'>, content: Buffer): Promise<void> {
    await this.storage.put(keyOf(file_id), this.#secrets.sealBytes(sealOf(purpose), file_id, content));
  }

  /** The content as it was kept; undefined when it is gone or is not what was kept. */
  async read({ file_id, purpose, size, content_hash }: KeptContent): Promise<Buffer | undefined> {
    const sealed = await this.storage.get(keyOf(file_id), size + SEAL_BYTES);
    if (sealed === undefined || sealed === 'too_long' || sealed.length !== size + SEAL_BYTES) return undefined;
    const content = this.#opened(purpose, file_id, sealed);
    return content && timingSafeEqual(createHash('sha256').update(content).digest(), content_hash) ? content : undefined;
  }

  async remove(fileId: string): Promise<void> {
    await this.storage.remove(keyOf(fileId));
  }

  #opened(purpose: PurposeName, fileId: string, sealed: Buffer): Buffer | undefined {
    try {
      return this.#secrets.openBytes(sealOf(purpose), fileId, sealed);
    } catch {
      return undefined;
    }
  }
}

function sealOf(purpose: PurposeName): string {
  return `file:${purpose}`;
}

/** Hexadecimal: some file systems take large letters for small ones. */
function keyOf(fileId: string): string {
  return Buffer.from(fileId, 'base64url').toString('hex');
}
