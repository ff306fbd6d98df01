// Where a package's images lie in the file store, and what they are called.

/** The folder that holds everything of one package. */
export function folderOfPackage(packageId: string): string {
  return `package-images/${packageId}`;
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
