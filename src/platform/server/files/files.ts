// How files are stored, listed and removed, whatever they belong to; `file-rules.ts` of `app` says what differs.
import { createHash, randomBytes } from "node:crypto";
import { apiError, type ErrorCode } from "#platform/contract/errors.ts";
import { isSupported, type PreparedFile } from "#platform/server/adapters/files/draw-image.ts";
import {
  imageErrorSentence,
  type ImageError,
} from "#platform/server/adapters/files/image-limits.ts";
import {
  prepareImage,
  type ImageProcesses,
} from "#platform/server/adapters/files/image-processes.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import {
  countFiles,
  deleteFilesOfCustomer,
  findFileByKey,
  insertFile,
  listNamedKeys,
  type FileRow,
  type StoredKeys,
} from "./file-queries.ts";
import type { FileKinds, FileOwnerKind, UploadRule } from "./file-rules.ts";

export {
  deleteFiles,
  deleteFilesOf,
  findFile,
  firstFileId,
  listFiles,
  listFirstFiles,
} from "./file-queries.ts";
export type { FileRow, StoredKeys } from "./file-queries.ts";

type Stored = Pick<PreparedFile, "bytes"> & {
  readonly contentType: string;
  readonly extension: string;
};

/** What is stored of a file. */
type Prepared = { readonly file: Stored; readonly thumbnail: Stored | null };

/** A file to add, and what it belongs to. */
type NewFile<Kind extends FileOwnerKind> = {
  readonly id?: string;
  readonly ownerKind: Kind;
  readonly ownerId: string;
  readonly kind: FileKinds[Kind];
  /** Its extension becomes that of the type as which it is stored. */
  readonly name: string;
};

/** What a module does around the file that it adds. */
type Steps<Kind extends FileOwnerKind, Locked> = {
  /** Locks what the file belongs to, and says whose that is. Runs before the file is prepared, and again to save it. */
  readonly lock: (db: Db) => Promise<Locked>;
  /** Records what was added, in the transaction that adds it. */
  readonly record: (db: Db, file: FileRow<Kind>, locked: Locked) => Promise<void>;
};

/** What a request sends again has the same hash. */
type Request = { readonly idempotencyKey: string; readonly requestHash: Buffer };

/** The folder of all files; below it is one for each owner. */
export const filesFolder = "stored";

/** A key that cannot be guessed; its name begins with the time in milliseconds. */
export function newFileKey(ownerId: string, ending: string, now: Date): string {
  return `${filesFolder}/${ownerId}/${now.getTime()}_${randomBytes(8).toString("hex")}${ending}`;
}

/** When `key` was made; null for a key of another kind. */
function timeOfKey(key: string): Date | null {
  const milliseconds = /^stored\/[0-9a-f-]{36}\/(\d{1,15})_[0-9a-f]{16}[_.]/.exec(key)?.[1];
  return milliseconds === undefined ? null : new Date(Number(milliseconds));
}

const maxNameLength = 120;

/**
 * The name under which a file is shown and downloaded: the last part of the uploaded file's name without characters that do
 * not print, with the extension of the stored format. "C:\\fotos\\tea set.heic" stored as JPEG is "tea set.jpg".
 */
export function fileName(uploadedName: string, extension: string): string {
  const lastPart = uploadedName.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const printable = lastPart.replaceAll(/\p{C}/gu, "").trim();
  const stem = printable.replace(/\.[A-Za-z0-9]{1,5}$/, "").trim();
  const bounded = [...stem].slice(0, maxNameLength).join("");
  return `${bounded || "image"}.${extension}`;
}

/**
 * Stores what `prepare` makes and its row, unless `find` returns a file that is there already. A failure leaves neither row
 * nor file.
 */
export async function storeFile<Kind extends FileOwnerKind, Locked>(
  context: SignedInContext,
  { name, ...target }: NewFile<Kind> & Partial<Request>,
  steps: Steps<Kind, Locked> & {
    readonly find: (db: Db, locked: Locked) => Promise<FileRow<Kind> | undefined>;
    readonly prepare: () => Promise<Prepared>;
  },
): Promise<FileRow<Kind>> {
  const { db, files, now, session } = context;
  const existing = await atomically(db, async (inner) =>
    steps.find(inner, await steps.lock(inner)),
  );
  if (existing !== undefined) {
    context.unchanged();
    return existing;
  }
  const { file, thumbnail } = await steps.prepare();
  const key = newFileKey(target.ownerId, `.${file.extension}`, now());
  const thumbnailKey = thumbnail === null ? null : key.replace(/\.\w+$/, "_thumbnail.webp");
  let isNamed = false;
  try {
    await files.put(key, file.bytes, file.contentType);
    if (thumbnail !== null && thumbnailKey !== null) {
      await files.put(thumbnailKey, thumbnail.bytes, thumbnail.contentType);
    }
    const saved = await atomically(db, async (inner) => {
      const locked = await steps.lock(inner);
      const found = await steps.find(inner, locked);
      if (found !== undefined) {
        context.unchanged();
        return found;
      }
      const row = (await insertFile(inner, {
        ...target,
        name: fileName(name, file.extension),
        key,
        thumbnailKey,
        contentType: file.contentType,
        bytes: file.bytes.byteLength,
        sha256: createHash("sha256").update(file.bytes).digest(),
        createdBy: session.person.id,
        createdAt: now(),
      })) as FileRow<Kind> | undefined;
      // A request that adds to something else holds no lock that this one waits for.
      if (row === undefined) throw apiError("idempotency_key_reused");
      await steps.record(inner, row, locked);
      return row;
    });
    isNamed = saved.key === key;
    return saved;
  } finally {
    if (!isNamed) await removeUnnamed(context, { key, thumbnailKey });
  }
}

/**
 * Adds a file that somebody sent: an image drawn again without metadata, or a PDF, judged by its content. A failure leaves
 * neither row nor file; a repeat with the same key stores nothing. Throws what the steps throw, the rule's errors for another
 * type and for too many, `too_large`, `too_many_pixels`, `invalid_image` with the reason, and `idempotency_key_reused`.
 */
export async function addFile<Kind extends FileOwnerKind, Locked>(
  context: SignedInContext,
  upload: NewFile<Kind> & {
    readonly file: File;
    readonly idempotencyKey: string;
    /** What else was sent with it. */
    readonly input?: string;
  },
  steps: Steps<Kind, Locked> & {
    /** Throws unless a file may be added; a repeat does not ask. */
    readonly check?: (locked: Locked) => void;
  },
): Promise<FileRow<Kind>> {
  const { file, idempotencyKey, input = "", ...target } = upload;
  const { uploads } = context.listeners.fileRules[target.ownerKind];
  if (uploads === null) throw new Error(`Nobody adds files to a ${target.ownerKind}.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const request = requestOf(target, idempotencyKey, input, bytes);
  return await storeFile<Kind, Locked>(
    context,
    { ...target, ...request },
    {
      ...steps,
      find: async (db, locked) => {
        const added = await findAdded(context, db, request);
        if (added !== undefined) return added as FileRow<Kind>;
        steps.check?.(locked);
        const isFull = (await countFiles(db, target.ownerId)) >= uploads.most;
        if (isFull && (await uploads.isTakenAbove?.(db, target)) !== true) throw uploads.tooMany();
        return undefined;
      },
      prepare: () => prepareUpload(context, target.ownerKind, bytes),
    },
  );
}

function requestOf(
  { ownerKind, ownerId, kind }: NewFile<FileOwnerKind>,
  idempotencyKey: string,
  input: string,
  bytes: Uint8Array,
): Request {
  const facts = JSON.stringify([ownerKind, ownerId, kind, input]);
  return { idempotencyKey, requestHash: createHash("sha256").update(facts).update(bytes).digest() };
}

/** The file that this request added before. Throws `idempotency_key_reused` where the key belongs to another one. */
async function findAdded(
  { session }: SignedInContext,
  db: Db,
  { idempotencyKey, requestHash }: Request,
): Promise<FileRow | undefined> {
  const row = await findFileByKey(db, session.person.id, idempotencyKey);
  if (row !== undefined && row.requestHash?.equals(requestHash) !== true) {
    throw apiError("idempotency_key_reused");
  }
  return row as FileRow | undefined;
}

const codesByReason: Partial<Record<ImageError["reason"], ErrorCode>> = {
  too_large: "too_large",
  too_many_pixels: "too_many_pixels",
};

/** How every PDF begins. */
const pdfSignature = Buffer.from("%PDF-");

/** A PDF with nothing but its pages. Throws the rule's error for one that cannot be read or has too many. */
async function rewritePdf(
  images: ImageProcesses,
  { maximumPdfPages = 1, maximumBytes = Infinity, otherType = "invalid_image" }: UploadRule,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const pdf = await images.joinPdfs({ pdfs: [bytes], maximumPages: maximumPdfPages });
  if (pdf === null || pdf.byteLength > maximumBytes) throw apiError(otherType);
  return pdf;
}

/** What is stored of a file that somebody sent, by the rule of what it belongs to. Throws as `addFile` does of its content. */
export async function prepareUpload(
  { images, listeners }: SignedInContext,
  ownerKind: FileOwnerKind,
  bytes: Uint8Array,
): Promise<Prepared> {
  const rule = listeners.fileRules[ownerKind].uploads;
  if (rule === null) throw new Error(`Nobody adds files to a ${ownerKind}.`);
  const { types, otherType, maximumBytes, maximumPdfPages, hasThumbnail } = rule;
  if (maximumBytes !== undefined && bytes.byteLength > maximumBytes) throw apiError("too_large");
  if (types.includes("pdf") && pdfSignature.equals(bytes.subarray(0, pdfSignature.length))) {
    const pdf = maximumPdfPages === undefined ? bytes : await rewritePdf(images, rule, bytes);
    const file = { bytes: pdf, contentType: "application/pdf", extension: "pdf" };
    return { file, thumbnail: null };
  }
  const takesImages = types.some((type) => type !== "pdf");
  if (otherType !== undefined && !(takesImages && isSupported(bytes))) throw apiError(otherType);
  const drawn = await prepareImage(images, bytes);
  if (!drawn.ok) {
    const code = codesByReason[drawn.error.reason] ?? "invalid_image";
    throw apiError(code, { ...drawn.error }, (language) =>
      imageErrorSentence(drawn.error, language),
    );
  }
  if (!types.includes(drawn.image.extension)) throw apiError("invalid_image");
  return { file: drawn.image, thumbnail: hasThumbnail ? drawn.thumbnail : null };
}

type Removing = Pick<AppServices, "files" | "log">;

/** Removes what lies under keys that no row names any more; what cannot be removed now, a job removes later. */
export async function removeFiles(
  { files, log }: Removing,
  rows: readonly StoredKeys[],
): Promise<void> {
  const keys = rows.flatMap(({ key, thumbnailKey }) =>
    thumbnailKey === null ? [key] : [key, thumbnailKey],
  );
  const removals = await Promise.allSettled(keys.map((key) => files.remove(key)));
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) log.error({ error: failed.reason, key: keys[0] }, "A file was left behind");
}

/** The same where it is not known whether a row names them: a commit that was not answered may have. */
async function removeUnnamed(context: SignedInContext, stored: StoredKeys): Promise<void> {
  const named = await listNamedKeys(context.db, [stored.key]).catch(() => null);
  if (named?.size === 0) await removeFiles(context, [stored]);
}

/** Deletes the rows of all files of the signed-in customer; `removeFiles` removes the rest after the commit. */
export async function deleteOwnFiles(
  { listeners, session }: SignedInContext,
  db: Db,
): Promise<StoredKeys[]> {
  const deleted: StoredKeys[] = [];
  for (const [ownerKind, { customersTable }] of Object.entries(listeners.fileRules)) {
    if (customersTable === null) continue;
    const owned = { ownerKind: ownerKind as FileOwnerKind, customersTable };
    deleted.push(...(await deleteFilesOfCustomer(db, owned, session.person.id)));
  }
  return deleted;
}

/** A file is stored before its row, so a younger file without a row may be an upload in progress. */
const minAgeMilliseconds = 60 * 60 * 1000;

/** Files per database query. */
const batchSize = 500;

async function removeBatch(
  { db, files }: Pick<AppServices, "db" | "files">,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const named = await listNamedKeys(db, keys);
  const orphans = keys.filter((key) => !named.has(key));
  for (const key of orphans) await files.remove(key);
  return orphans.length;
}

/**
 * Removes every file that no row names and whose key is more than an hour old, and returns how many. Files with other names
 * stay.
 */
export async function removeOrphanFiles(
  services: Pick<AppServices, "db" | "files" | "log" | "now">,
): Promise<number> {
  const latest = services.now().getTime() - minAgeMilliseconds;
  let removed = 0;
  let batch: string[] = [];
  for await (const key of services.files.list(filesFolder)) {
    const at = timeOfKey(key);
    if (at === null || at.getTime() > latest) continue;
    batch.push(key);
    if (batch.length < batchSize) continue;
    removed += await removeBatch(services, batch);
    batch = [];
  }
  removed += await removeBatch(services, batch);
  if (removed > 0) services.log.warn({ removed }, "Orphaned files were removed");
  return removed;
}
