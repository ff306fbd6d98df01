// A backup is a compressed tar archive, so that it can be inspected with standard tools.
import { createHash } from "node:crypto";
import { constants, createReadStream, createWriteStream } from "node:fs";
import { access, open, rename, rm, stat } from "node:fs/promises";
import { once } from "node:events";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { messageOf } from "#platform/rules/error-message.ts";

export type ArchiveEntry = { readonly name: string; readonly bytes: Buffer };

export type EntryChecksum = {
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
};

export type ArchiveWriter = {
  /** What was added so far, by name. */
  readonly entries: ReadonlyMap<string, EntryChecksum>;
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Renames the file once it is flushed to disk; resolves to its size in bytes. */
  finish(): Promise<number>;
  /** Deletes the partial file. */
  abandon(): Promise<void>;
};

const blockBytes = 512;
const maxNameLength = 100;
const maxPrefixLength = 155;
const maxEntryBytes = 1024 * 1024 * 1024;

export function checksumOfEntry(bytes: Uint8Array): EntryChecksum {
  return { size: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/**
 * Throws a sentence unless the user that runs this, which is another than who typed it where root ran the command, may do this
 * with a file or folder.
 */
async function checkAccess(path: string, kind: "file" | "folder", mode: number): Promise<void> {
  const action = kind === "file" ? "read" : "write into";
  await access(path, mode).catch((error: unknown) => {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isMissing
      ? `There is no ${kind} ${path}.`
      : `The user that runs this may not ${action} the ${kind} ${path} (${messageOf(error)}).`;
    throw new Error(reason, { cause: error });
  });
}

/** Creates an archive that only its owner may read. It has another name than `path` until it is finished. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  await checkAccess(dirname(path), "folder", constants.W_OK | constants.X_OK);
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  const gzip = createGzip({ level: 5 });
  const written = pipeline(
    gzip,
    createWriteStream(partial, { mode: 0o600, flags: "wx", flush: true }),
  );
  // The error surfaces in the next `write`.
  written.catch(() => undefined);
  const entries = new Map<string, EntryChecksum>();

  async function write(bytes: Uint8Array): Promise<void> {
    if (gzip.destroyed) return await written;
    if (!gzip.write(bytes)) await Promise.race([once(gzip, "drain"), written]);
  }

  return {
    entries,
    async add(name, bytes) {
      if (entries.has(name)) throw new Error(`The archive already contains ${name}.`);
      await write(headerOf(name, bytes.byteLength));
      await write(bytes);
      await write(Buffer.alloc(paddingAfter(bytes.byteLength)));
      entries.set(name, checksumOfEntry(bytes));
    },
    async finish() {
      await write(Buffer.alloc(2 * blockBytes));
      gzip.end();
      await written;
      await rename(partial, path);
      const folder = await open(dirname(path));
      await folder.sync().finally(() => folder.close());
      return (await stat(path)).size;
    },
    async abandon() {
      gzip.destroy();
      await written.catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}

function paddingAfter(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

/** A POSIX "ustar" header; a long name is split at a slash into two fields. */
function headerOf(name: string, size: number): Buffer {
  const cut =
    name.length <= maxNameLength ? -1 : name.indexOf("/", name.length - maxNameLength - 1);
  const prefix = name.slice(0, Math.max(cut, 0));
  const rest = name.slice(cut + 1);
  if (rest.length > maxNameLength || prefix.length > maxPrefixLength || size > maxEntryBytes) {
    throw new RangeError(`${name} does not fit into the archive.`);
  }
  const header = Buffer.alloc(blockBytes);
  const put = (text: string, offset: number) => header.write(text, offset, "latin1");
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  put(rest, 0);
  put(octal(0o600, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(size, 11), 124);
  put(octal(0, 11), 136);
  put(" ".repeat(8), 148);
  put("0", 156);
  put("ustar\u000000", 257);
  put(prefix, 345);
  put(`${octal(headerChecksum(header), 6)}\0 `, 148);
  return header;
}

function headerChecksum(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}

/** Reads the archive at `path` entry by entry. Throws when it cannot be read, is not an archive or is truncated. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  await checkAccess(path, "file", constants.R_OK);
  const unpacked = createGunzip();
  const read = pipeline(createReadStream(path), unpacked);
  read.catch(() => undefined);
  const readBytes = byteReader(unpacked);
  try {
    for (;;) {
      const header = await readBytes(blockBytes);
      if (header.every((byte) => byte === 0)) return;
      const { name, size } = parseHeader(header);
      const bytes = await readBytes(size);
      await readBytes(paddingAfter(size));
      yield { name, bytes };
    }
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`${path} is not a complete backup (${reason}).`, { cause: error });
  } finally {
    unpacked.destroy();
  }
}

function byteReader(source: AsyncIterable<Buffer>): (size: number) => Promise<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (size) => {
    const collected = [rest];
    let length = rest.byteLength;
    while (length < size) {
      const { value, done } = await chunks.next();
      if (done === true) throw new Error("it ends too early");
      collected.push(value);
      length += value.byteLength;
    }
    const joined = Buffer.concat(collected);
    rest = joined.subarray(size);
    return joined.subarray(0, size);
  };
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const text = (start: number, end: number) =>
    header.toString("latin1", start, end).replace(/\0.*$/s, "");
  const blanked = Buffer.from(header);
  blanked.fill(" ", 148, 156);
  const size = Number.parseInt(text(124, 136), 8);
  const isValid =
    Number.parseInt(text(148, 156), 8) === headerChecksum(blanked) &&
    size >= 0 &&
    size <= maxEntryBytes;
  if (!isValid) throw new Error("it has a broken entry");
  const prefix = text(345, 500);
  return { name: prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`, size };
}
