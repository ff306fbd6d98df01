// Writes and reads the one file of a backup: a compressed tar archive, so that anybody can look into it.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { once } from "node:events";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { messageOf } from "#core/error-message.ts";

export type ArchiveEntry = { readonly name: string; readonly bytes: Buffer };

/** How much an entry holds, and the SHA-256 of it in hexadecimal. */
export type EntryFacts = { readonly size: number; readonly sha256: string };

export type ArchiveWriter = {
  /** What was added, by name. */
  readonly entries: ReadonlyMap<string, EntryFacts>;
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Gives the file its name once it lies on the disk; resolves to its size in bytes. */
  finish(): Promise<number>;
  /** Removes what was written. */
  abandon(): Promise<void>;
};

const blockBytes = 512;
const longestName = 100;
const longestPrefix = 155;
const mostEntryBytes = 1024 * 1024 * 1024;

/** The facts of `bytes`. */
export function factsOf(bytes: Uint8Array): EntryFacts {
  return { size: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Begins an archive that will lie at `path`; until it is finished it has another name. Only its owner may read it. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  const gzip = createGzip({ level: 5 });
  const written = pipeline(
    gzip,
    createWriteStream(partial, { mode: 0o600, flags: "wx", flush: true }),
  );
  // Heard at the next addition or at the end.
  written.catch(() => undefined);
  const entries = new Map<string, EntryFacts>();

  async function write(bytes: Uint8Array): Promise<void> {
    if (gzip.destroyed) return await written;
    if (!gzip.write(bytes)) await Promise.race([once(gzip, "drain"), written]);
  }

  return {
    entries,
    async add(name, bytes) {
      if (entries.has(name)) throw new Error(`The archive holds ${name} already.`);
      await write(headerOf(name, bytes.byteLength));
      await write(bytes);
      await write(Buffer.alloc(paddingAfter(bytes.byteLength)));
      entries.set(name, factsOf(bytes));
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

/** A header as POSIX has it ("ustar"); a long name is cut at a slash into two fields. */
function headerOf(name: string, size: number): Buffer {
  const cut = name.length <= longestName ? -1 : name.indexOf("/", name.length - longestName - 1);
  const prefix = name.slice(0, Math.max(cut, 0));
  const rest = name.slice(cut + 1);
  if (rest.length > longestName || prefix.length > longestPrefix || size > mostEntryBytes) {
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
  put(`${octal(checksumOf(header), 6)}\0 `, 148);
  return header;
}

function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}

/** Reads the archive at `path` entry by entry. Throws a sentence when it is none, or ends too early. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const unpacked = createGunzip();
  const read = pipeline(createReadStream(path), unpacked);
  read.catch(() => undefined);
  const take = takerOf(unpacked);
  try {
    for (;;) {
      const header = await take(blockBytes);
      if (header.every((byte) => byte === 0)) return;
      const { name, size } = factsInHeader(header);
      const bytes = await take(size);
      await take(paddingAfter(size));
      yield { name, bytes };
    }
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`${path} is no whole backup (${reason}).`, { cause: error });
  } finally {
    unpacked.destroy();
  }
}

function takerOf(source: AsyncIterable<Buffer>): (size: number) => Promise<Buffer> {
  const pieces = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (size) => {
    const parts = [rest];
    let length = rest.byteLength;
    while (length < size) {
      const { value, done } = await pieces.next();
      if (done === true) throw new Error("it ends too early");
      parts.push(value);
      length += value.byteLength;
    }
    const joined = Buffer.concat(parts);
    rest = joined.subarray(size);
    return joined.subarray(0, size);
  };
}

function factsInHeader(header: Buffer): { name: string; size: number } {
  const text = (start: number, end: number) =>
    header.toString("latin1", start, end).replace(/\0.*$/s, "");
  const blanked = Buffer.from(header);
  blanked.fill(" ", 148, 156);
  const size = Number.parseInt(text(124, 136), 8);
  const isSound =
    Number.parseInt(text(148, 156), 8) === checksumOf(blanked) &&
    size >= 0 &&
    size <= mostEntryBytes;
  if (!isSound) throw new Error("it has a broken entry");
  const prefix = text(345, 500);
  return { name: prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`, size };
}
