/**
 * A private file store. Keys are paths of lower-case letters, digits, `-`, `_`, `.` and `/`, like
 * `package-images/{id}/{name}.jpg`; every method throws a RangeError for any other key.
 */
export type Files = {
  /** Stores `bytes` under `key`, replacing what was there; a failed write leaves nothing behind. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes, or null when there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  exists(key: string): Promise<boolean>;
  /** Removes one file; does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /** Removes every file below a folder such as `package-images/{id}`; does nothing when there are none. */
  removeFolder(folder: string): Promise<void>;
  /**
   * The key of every file below a folder, unordered; none when the folder does not exist. Files added or removed
   * meanwhile may or may not be included.
   */
  list(folder: string): AsyncIterable<string>;
  /** Rejects when files cannot be stored. */
  check(): Promise<void>;
};

const allowedKey = /^[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9][a-z0-9_.-]*)*$/;
const maxKeyLength = 300;

/** Throws a RangeError unless `key` names a file or folder inside the store. */
export function checkKey(key: string): void {
  if (key.length > maxKeyLength || !allowedKey.test(key)) {
    throw new RangeError(
      `A file's key is up to ${maxKeyLength} lower-case letters, digits, '-', '_', '.' and '/'.`,
    );
  }
}
