// What the product needs of a place for files: to keep bytes under a key, privately.

/**
 * Keys are paths of lower-case letters, digits, `-`, `_`, `.` and `/`, like `package-images/{id}/{name}.jpg`;
 * anything else is refused with a RangeError. Files are never public: the server reads them for whoever may.
 */
export type Files = {
  /** Keeps `bytes` under `key`, in place of what was there; when it fails, nothing is left behind. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes, or null when there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  exists(key: string): Promise<boolean>;
  /** Removes one file; one that is not there is fine. */
  remove(key: string): Promise<void>;
  /** Removes every file below a folder such as `package-images/{id}`; none being there is fine. */
  removeFolder(folder: string): Promise<void>;
  /**
   * The key of every file below a folder, in no order; a folder that is not there has none. What comes or goes
   * meanwhile may be among them or not.
   */
  list(folder: string): AsyncIterable<string>;
  /** Resolves while files can be kept, rejects otherwise. */
  check(): Promise<void>;
};

const allowedKey = /^[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9][a-z0-9_.-]*)*$/;
const longestKey = 300;

/** Throws a RangeError unless `key` names a file or folder inside the store. */
export function checkKey(key: string): void {
  if (key.length > longestKey || !allowedKey.test(key)) {
    throw new RangeError(
      `A file's key is up to ${longestKey} lower-case letters, digits, '-', '_', '.' and '/'.`,
    );
  }
}
