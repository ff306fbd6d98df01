// The short number by which people name a package.

/** How a package is named: P-1024. */
export function packageNumberText(number: number): string {
  return `P-${number}`;
}

/** A package by both of its numbers, where one line names it. */
export function packageName(number: number, trackingNumber: string): string {
  return `${packageNumberText(number)} · ${trackingNumber}`;
}

/** The package that gathers a parcel by both of its numbers; null where there is none. */
export function gatheringPackageName(parcel: {
  readonly packageNumber: number | null;
  readonly packageTrackingNumber: string | null;
}): string | null {
  const { packageNumber, packageTrackingNumber } = parcel;
  if (packageNumber === null || packageTrackingNumber === null) return null;
  return packageName(packageNumber, packageTrackingNumber);
}

/** The most that the database counts to. */
const maxNumber = 2_147_483_647;

/** The number that a search names in any case and width, with or without P, blanks and hyphen; null where it names none. */
export function parsePackageNumber(text: string): number | null {
  const typed = text.normalize("NFKC").replaceAll(/[\s\p{Dash}]/gu, "");
  const digits = /^p?([1-9]\d{0,9})$/i.exec(typed)?.[1];
  const number = Number(digits ?? Number.NaN);
  return number <= maxNumber ? number : null;
}
