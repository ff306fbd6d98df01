// Keys of images, QR codes and proofs in the file store.
import { randomBytes } from "node:crypto";

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
