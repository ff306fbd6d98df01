// Where a package's images lie in the file store, and what they are called.

import { randomBytes } from "node:crypto";

/** Where everything of every package lies. */
export const imagesFolder = "package-images";

/** The folder that holds everything of one package. */
export function folderOfPackage(packageId: string): string {
  return `${imagesFolder}/${packageId}`;
}

/** The keys under which an image and its thumbnail are kept; the name begins with the moment, in milliseconds. */
export function newImageKeys(
  packageId: string,
  extension: string,
  now: Date,
): { readonly image: string; readonly thumbnail: string } {
  const name = `${now.getTime()}_${randomBytes(8).toString("hex")}`;
  const path = `${folderOfPackage(packageId)}/${name}`;
  return { image: `${path}.${extension}`, thumbnail: `${path}_thumbnail.webp` };
}

/** When the file under `key` was given its key; null for one that is no package's image. */
export function keyedAt(key: string): Date | null {
  const milliseconds = /^package-images\/[0-9a-f-]{36}\/(\d{1,15})_[0-9a-f]{16}[_.]/.exec(key)?.[1];
  return milliseconds === undefined ? null : new Date(Number(milliseconds));
}

const longestName = 120;

/**
 * A name to show and to save an image under: the last part of the given one without signs that do not print,
 * with the extension of what is really kept. "C:\\fotos\\tea set.heic" kept as JPEG is "tea set.jpg".
 */
export function imageName(givenName: string, extension: string): string {
  const lastPart = givenName.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const printable = lastPart.replaceAll(/\p{C}/gu, "").trim();
  const stem = printable.replace(/\.[A-Za-z0-9]{1,5}$/, "").trim();
  const bounded = [...stem].slice(0, longestName).join("");
  return `${bounded || "image"}.${extension}`;
}
