export interface StoragePlace {
  readonly kind: 'folder' | 'bucket';
  /** The folder, or the bucket's address. */
  readonly place: string;
  /** Of the disk that the folder is on; null where nobody can tell. */
  readonly free_bytes: number | null;
  readonly total_bytes: number | null;
}

/**
 * Where the bytes of files lie. What is put is sealed already; a key is 44 hexadecimal digits and is put once. Every function rejects with
 * StorageAway when the storage cannot do it now.
 */
export interface FileStorage {
  /** Keeps the bytes for good: once this resolves they outlive a power cut. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** The bytes, or undefined where there are none. More than `mostBytes` are damaged, and are not read. */
  get(key: string, mostBytes: number): Promise<Buffer | 'too_long' | undefined>;
  /** Removes the bytes; removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Where it is, without keys. */
  place(): Promise<StoragePlace>;
  /** Removes what puts that were cut off have left, where that can be. */
  sweep(): Promise<void>;
}

/** The storage cannot do it now: the disk is full, or the server is away. The cause says what it was. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway';

  constructor(what: string, cause: unknown) {
    super(`the file storage cannot ${what}`, { cause });
  }
}
