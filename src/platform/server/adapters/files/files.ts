import type { Dirent } from "node:fs";
import { open, opendir, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { Disk } from "flydrive";
import type { S3DriverOptions } from "flydrive/drivers/s3/types";
import type { S3Settings } from "#platform/server/config.ts";

/**
 * A private file store. Keys are paths of lower-case letters, digits, `-`, `_`, `.` and `/`, like
 * `stored/{id}/{name}.jpg`; every method throws a RangeError for any other key.
 */
export type Files = {
  /** Stores `bytes` under `key`, replacing what was there; a failed write leaves nothing behind. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes, or null when there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** An address at which browsers ask the storage itself for the file, for a minute; null where they cannot reach it. */
  link(key: string, method: LinkMethod, answer: LinkedAnswer): Promise<string | null>;
  exists(key: string): Promise<boolean>;
  /** Removes one file; does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /**
   * The key of every file below a folder, unordered; none when the folder does not exist. Files added or removed
   * meanwhile may or may not be included.
   */
  list(folder: string): AsyncIterable<string>;
  /** Rejects when files cannot be stored. */
  check(): Promise<void>;
};

/** A link is signed for one. */
type LinkMethod = "GET" | "HEAD";

/** Headers of the answer to a link, which are signed with it. */
type LinkedAnswer = {
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly cacheControl: string;
};

/** How long a link may be followed. */
const linkSeconds = 60;

const allowedKey = /^[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9][a-z0-9_.-]*)*$/;
const maxKeyLength = 300;

/** Throws a RangeError unless `key` names a file or folder inside the store. */
function checkKey(key: string): void {
  if (key.length > maxKeyLength || !allowedKey.test(key)) {
    throw new RangeError(
      `A file's key is up to ${maxKeyLength} lower-case letters, digits, '-', '_', '.' and '/'.`,
    );
  }
}

/** Files below `folder`, which is created when it is missing. A stored file survives a power failure. */
export async function openFolderFiles(folder: string): Promise<Files> {
  const [{ Disk }, { FSDriver }] = await Promise.all([
    import("flydrive"),
    import("flydrive/drivers/fs"),
  ]);
  const disk = new Disk(new FSDriver({ location: folder, visibility: "private" }));
  return filesOnDisk(disk, {
    afterWrite: async (key) => {
      const path = join(folder, key);
      await flush(path);
      await flush(dirname(path));
    },
    afterRemove: (key) => removeEmptyFolders(folder, dirname(key)),
    list: (name) => keysBelow(folder, name),
    link: async () => null,
  });
}

/** Removes the folder `name` below `root` and its parents, as long as they are empty. */
async function removeEmptyFolders(root: string, name: string): Promise<void> {
  for (let below = name; below !== "."; below = dirname(below)) {
    try {
      await rmdir(join(root, below));
    } catch {
      // It is not empty, or was just removed.
      return;
    }
  }
}

/** Reads folders entry by entry, since there may be too many for memory. */
async function* keysBelow(root: string, name: string): AsyncGenerator<string> {
  for await (const entry of await entriesOf(join(root, name))) {
    const key = `${name}/${entry.name}`;
    if (entry.isDirectory()) yield* keysBelow(root, key);
    else yield key;
  }
}

async function entriesOf(path: string): Promise<AsyncIterable<Dirent>> {
  try {
    return await opendir(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return Readable.from([]);
    }
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files in a bucket of any S3-compatible server. The bucket must exist; connects with the first request. */
export async function openS3Files(settings: S3Settings): Promise<Files> {
  const [{ S3Driver }, { HeadObjectCommand }, { getSignedUrl }] = await Promise.all([
    import("flydrive/drivers/s3"),
    import("@aws-sdk/client-s3"),
    import("@aws-sdk/s3-request-presigner"),
  ]);
  const driverAt = (
    endpoint: string | null,
    urlBuilder: NonNullable<S3DriverOptions["urlBuilder"]> = {},
  ) =>
    new S3Driver({
      ...(endpoint !== null && { endpoint, forcePathStyle: true }),
      region: settings.region,
      bucket: settings.bucket,
      credentials: {
        accessKeyId: settings.accessKeyId,
        secretAccessKey: settings.secretAccessKey,
      },
      visibility: "private",
      // The bucket's policy applies; many servers have no access control lists per file.
      supportsACL: false,
      // Otherwise uploads have checksum trailers that servers other than Amazon's store as content.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      urlBuilder,
    });
  const disk = new Disk(driverAt(settings.endpoint));
  // The host is signed too, so browsers need links of the address that they reach. The library signs for GET alone.
  const { publicEndpoint } = settings;
  const publicDisks: Record<LinkMethod, Disk> | null =
    publicEndpoint === null
      ? null
      : {
          GET: new Disk(driverAt(publicEndpoint)),
          HEAD: new Disk(
            driverAt(publicEndpoint, {
              generateSignedURL: (_key, object, client) =>
                getSignedUrl(client, new HeadObjectCommand(object), { expiresIn: linkSeconds }),
            }),
          ),
        };
  return filesOnDisk(disk, {
    afterWrite: async () => undefined,
    afterRemove: async () => undefined,
    list: (folder) => keysWithPrefix(disk, `${folder}/`),
    link: async (key, method, { contentType, contentDisposition, cacheControl }) =>
      (await publicDisks?.[method].getSignedUrl(key, {
        expiresIn: linkSeconds,
        contentType,
        contentDisposition,
        ResponseCacheControl: cacheControl,
      })) ?? null,
  });
}

/** Buckets have no folders, so the library would also list keys that only start with the same characters. */
async function* keysWithPrefix(disk: Disk, prefix: string): AsyncGenerator<string> {
  let paginationToken: string | undefined;
  do {
    const page = await disk.listAll(prefix, {
      recursive: true,
      ...(paginationToken !== undefined && { paginationToken }),
    });
    for (const entry of page.objects) {
      if (entry.isFile && entry.key.startsWith(prefix)) yield entry.key;
    }
    paginationToken = page.paginationToken;
  } while (paginationToken !== undefined);
}

/** Overwritten by each readiness check. */
const probeKey = "readiness/probe";

/** What differs between kinds of disks. */
type DiskOperations = {
  /** Runs after a write, before `put` resolves. */
  readonly afterWrite: (key: string) => Promise<void>;
  /** Runs after a file was removed. */
  readonly afterRemove: (key: string) => Promise<void>;
  /** The keys of everything below `folder`, and of nothing next to it. */
  readonly list: (folder: string) => AsyncIterable<string>;
  readonly link: Files["link"];
};

function filesOnDisk(disk: Disk, { afterWrite, afterRemove, list, link }: DiskOperations): Files {
  /** Retried once: `afterRemove` may delete the new folder before the file is written into it. */
  async function write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const options = { contentType, visibility: "private" } as const;
    await disk.put(key, bytes, options).catch(() => disk.put(key, bytes, options));
  }

  async function put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    checkKey(key);
    try {
      await write(key, bytes, contentType);
      await afterWrite(key);
    } catch (error) {
      await remove(key).catch(() => undefined);
      throw error;
    }
  }

  async function remove(key: string): Promise<void> {
    checkKey(key);
    await disk.delete(key);
    await afterRemove(key);
  }

  async function exists(key: string): Promise<boolean> {
    checkKey(key);
    return disk.exists(key);
  }

  return {
    put,
    exists,
    async get(key) {
      checkKey(key);
      try {
        return Uint8Array.from(await disk.getBytes(key));
      } catch (error) {
        // Checked only after a failure, since most reads are of files that exist.
        if (await disk.exists(key)) throw error;
        return null;
      }
    },
    async link(key, method, answer) {
      checkKey(key);
      return await link(key, method, answer);
    },
    remove,
    list(folder) {
      checkKey(folder);
      return list(folder);
    },
    async check() {
      await put(probeKey, new TextEncoder().encode("ready"), "text/plain");
      if (!(await exists(probeKey)))
        throw new Error("The file store does not store what is written to it.");
    },
  };
}
