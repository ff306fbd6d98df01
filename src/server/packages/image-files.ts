// Where a package's images and QR codes lie in the file store, and what they are called.
import { randomBytes } from "node:crypto";

/** Where all images and all QR codes lie. */
export const packageFolders = ["package-images", "qr-codes"] as const;

/** The folder that holds the images of one package. */
export function imagesFolderOf(packageId: string): string {
  return `package-images/${packageId}`;
}

/** The folders that hold everything of one package. */
export function foldersOfPackage(packageId: string): string[] {
  return packageFolders.map((folder) => `${folder}/${packageId}`);
}

/** A name that nobody guesses; it begins with the moment, in milliseconds. */
function newName(now: Date): string {
  return `${now.getTime()}_${randomBytes(8).toString("hex")}`;
}

/** The key under which the picture of a QR code is kept. */
export function newCodeKey(packageId: string, now: Date): string {
  return `qr-codes/${packageId}/${newName(now)}.png`;
}

/** The keys under which an image and its thumbnail are kept. */
export function newImageKeys(
  packageId: string,
  extension: string,
  now: Date,
): { readonly image: string; readonly thumbnail: string } {
  const path = `${imagesFolderOf(packageId)}/${newName(now)}`;
  return { image: `${path}.${extension}`, thumbnail: `${path}_thumbnail.webp` };
}

/** When the file under `key` was given its key; null for one that is no package's. */
export function keyedAt(key: string): Date | null {
  const milliseconds =
    /^(?:package-images|qr-codes)\/[0-9a-f-]{36}\/(\d{1,15})_[0-9a-f]{16}[_.]/.exec(key)?.[1];
  return milliseconds === undefined ? null : new Date(Number(milliseconds));
}

const longestName = 120;

/**
 * A name to show and to save an image under: the last part of the given one without signs that do not print,
 * with the extension of what is really kept. "C:\\fotos\\tea set.heic" kept as JPEG is "tea set.jpg".
 */
export function imageName(inputName: string, extension: string): string {
  const lastPart = inputName.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const printable = lastPart.replaceAll(/\p{C}/gu, "").trim();
  const stem = printable.replace(/\.[A-Za-z0-9]{1,5}$/, "").trim();
  const bounded = [...stem].slice(0, longestName).join("");
  return `${bounded || "image"}.${extension}`;
}
