// How an uploaded picture is read and stored, whatever it belongs to.
import { apiError, type ErrorCode } from "#platform/contract/errors.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import type { PreparedImage } from "#platform/server/adapters/files/draw-image.ts";
import {
  imageErrorSentence,
  type ImageError,
} from "#platform/server/adapters/files/image-limits.ts";
import { prepareImage } from "#platform/server/adapters/files/image-processes.ts";
import { createHmac, hkdfSync, timingSafeEqual, randomBytes } from "node:crypto";

/** A picture and its thumbnail, drawn again. */
export type StorableImage = Extract<PreparedImage, { ok: true }>;

const codesByReason: Partial<Record<ImageError["reason"], ErrorCode>> = {
  too_large: "too_large",
  too_many_pixels: "too_many_pixels",
};

/** Throws `too_large`, `too_many_pixels`, and `invalid_image` with the reason. */
export async function readUploadedImage(
  { images }: SignedInContext,
  file: File,
): Promise<StorableImage> {
  const result = await prepareImage(images, new Uint8Array(await file.arrayBuffer()));
  if (result.ok) return result;
  const { reason } = result.error;
  const code = codesByReason[reason] ?? "invalid_image";
  throw apiError(code, { ...result.error }, (language) =>
    imageErrorSentence(result.error, language),
  );
}

/** A file to store under its key. */
type NewFile = {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
};

/** Stores files, then runs `save`; a failure of either leaves no file but those that a row names. */
export async function storeFiles<T>(
  { db, files, listeners, log }: SignedInContext,
  stored: readonly NewFile[],
  save: () => Promise<T>,
): Promise<T> {
  try {
    for (const { key, bytes, contentType } of stored) await files.put(key, bytes, contentType);
    return await save();
  } catch (error) {
    // A commit that was not answered may have named them. What is left behind must not hide why, and a job removes it.
    const keys = stored.map(({ key }) => key);
    const orphans = await listeners.unreferencedKeys(db, keys).catch(() => []);
    const removals = await Promise.allSettled(orphans.map((key) => files.remove(key)));
    const failed = removals.find((removal) => removal.status === "rejected");
    if (failed) log.error({ error: failed.reason, key: stored[0]?.key }, "A file was left behind");
    throw error;
  }
}

/** The same for a picture and its thumbnail. */
export async function storeImageFiles<T>(
  context: SignedInContext,
  keys: ImageKeys,
  { image, thumbnail }: StorableImage,
  save: () => Promise<T>,
): Promise<T> {
  const stored = [
    { key: keys.image, ...image },
    { key: keys.thumbnail, ...thumbnail },
  ];
  return await storeFiles(context, stored, save);
}

/**
 * A package's image itself, the small one for lists, both as a link shares them, the picture of a QR code, a parcel's
 * photo, whole or small, the proof of a claim, a photo of the packing desk, whole or small, or the signature under a
 * manifest.
 */
const fileVariants = [
  "image",
  "thumbnail",
  "shared-image",
  "shared-thumbnail",
  "code",
  "parcel-image",
  "parcel-thumbnail",
  "claim-file",
  "signature",
  "packing-image",
  "packing-thumbnail",
] as const;
export type FileVariant = (typeof fileVariants)[number];

/** A stored file that somebody may see. */
export type Stored = { readonly key: string; readonly name: string; readonly contentType: string };

/** What addresses are signed with. */
export type FileServices = Pick<AppServices, "config" | "now">;

/** The path before the token; `serveFile` handles it. */
export const filesPath = "/api/files/";

const hourMilliseconds = 3_600_000;

const keys = new Map<string, Buffer>();

/** The key derived from a secret, once for each, since a list signs an address for each of its rows. */
function keyOf(secret: string): Buffer {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync("sha256", secret, "", "links to package images", 32));
  keys.set(secret, key);
  return key;
}

function signatureOf(secret: string, facts: string): Buffer {
  return createHmac("sha256", keyOf(secret)).update(facts).digest();
}

/**
 * The address of the picture of the image or QR code with that id. It expires on the hour, one to two hours from now, and
 * is the same until the next hour, so that browsers can cache the picture when a list is read again.
 */
export function fileUrl({ config, now }: FileServices, id: string, variant: FileVariant): string {
  const expiresAtHour = Math.floor(now().getTime() / hourMilliseconds) + 2;
  const facts = `${id}.${variant}.${expiresAtHour}`;
  const signature = signatureOf(config.secret, facts).toString("base64url");
  return `${filesPath}${facts}.${signature}`;
}

const tokenShape = /^([0-9a-f-]{36})\.([a-z-]{1,20})\.(\d{1,9})\.([\w-]{43})$/;

/** The picture that a token is for; null when its signature is wrong or it has expired. */
export function parseFileToken(
  { config, now }: FileServices,
  token: string,
): { readonly id: string; readonly variant: FileVariant } | null {
  const [, id = "", name = "", hour = "", signature = ""] = tokenShape.exec(token) ?? [];
  const variant = fileVariants.find((known) => known === name);
  if (variant === undefined) return null;
  const expected = signatureOf(config.secret, `${id}.${variant}.${hour}`);
  const received = Buffer.from(signature, "base64url");
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
  if (now().getTime() >= Number(hour) * hourMilliseconds) return null;
  return { id, variant };
}

/** The folders of what belongs to packages, and of all that is stored. */
const packageFolders = ["package-images", "qr-codes"] as const;
export const storedFolders = [
  ...packageFolders,
  "parcel-images",
  "claim-files",
  "signatures",
  "packing-images",
] as const;

/** The folder that holds the images of one package. */
export function imagesFolderOf(packageId: string): string {
  return `package-images/${packageId}`;
}

/** The folders that hold everything of one package. */
export function foldersOfPackage(packageId: string): string[] {
  return packageFolders.map((folder) => `${folder}/${packageId}`);
}

/** A name that cannot be guessed; it begins with the time in milliseconds. */
function newName(now: Date): string {
  return `${now.getTime()}_${randomBytes(8).toString("hex")}`;
}

/** A key for the picture of a QR code. */
export function newQrCodeKey(packageId: string, now: Date): string {
  return `qr-codes/${packageId}/${newName(now)}.png`;
}

/** The keys of an image and its thumbnail. */
export type ImageKeys = { readonly image: string; readonly thumbnail: string };

function imageKeysIn(folder: string, extension: string, now: Date): ImageKeys {
  const path = `${folder}/${newName(now)}`;
  return { image: `${path}.${extension}`, thumbnail: `${path}_thumbnail.webp` };
}

/** Keys for an image of a package and its thumbnail. */
export function newImageKeys(packageId: string, extension: string, now: Date): ImageKeys {
  return imageKeysIn(imagesFolderOf(packageId), extension, now);
}

/** The folder that holds the photos of one parcel. */
export function photosFolderOf(parcelId: string): string {
  return `parcel-images/${parcelId}`;
}

/** The same for a photo of a parcel. */
export function newParcelImageKeys(parcelId: string, extension: string, now: Date): ImageKeys {
  return imageKeysIn(photosFolderOf(parcelId), extension, now);
}

/** The folder that holds the photos of one ship request, or of one extra service. */
export function packingFolderOf(subjectId: string): string {
  return `packing-images/${subjectId}`;
}

/** The same for a photo of the packing desk. */
export function newPackingImageKeys(subjectId: string, extension: string, now: Date): ImageKeys {
  return imageKeysIn(packingFolderOf(subjectId), extension, now);
}

/** The folder that holds the proofs of one claim. */
export function proofsFolderOf(claimId: string): string {
  return `claim-files/${claimId}`;
}

/** A key for a proof of a claim. */
export function newClaimFileKey(claimId: string, extension: string, now: Date): string {
  return `${proofsFolderOf(claimId)}/${newName(now)}.${extension}`;
}

/** A key for the signature under a manifest. */
export function newSignatureKey(manifestId: string, extension: string, now: Date): string {
  return `signatures/${manifestId}/${newName(now)}.${extension}`;
}

/** When `key` was made; null for a key of another kind. */
export function timeOfKey(key: string): Date | null {
  const milliseconds =
    /^(?:package-images|qr-codes|parcel-images|claim-files|packing-images|signatures)\/[0-9a-f-]{36}\/(\d{1,15})_[0-9a-f]{16}[_.]/.exec(
      key,
    )?.[1];
  return milliseconds === undefined ? null : new Date(Number(milliseconds));
}

const maxNameLength = 120;

/**
 * The name under which an image is shown and downloaded: the last part of the uploaded file's name without characters
 * that do not print, with the extension of the stored format. "C:\\fotos\\tea set.heic" stored as JPEG is "tea set.jpg".
 */
export function imageFileName(uploadedName: string, extension: string): string {
  const lastPart = uploadedName.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const printable = lastPart.replaceAll(/\p{C}/gu, "").trim();
  const stem = printable.replace(/\.[A-Za-z0-9]{1,5}$/, "").trim();
  const bounded = [...stem].slice(0, maxNameLength).join("");
  return `${bounded || "image"}.${extension}`;
}
