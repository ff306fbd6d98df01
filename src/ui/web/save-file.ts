import { readerLocale } from "./figures.tsx";

const contentRetentionMilliseconds = 60_000;

/** Downloads `content` as `name`. */
export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the content some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), contentRetentionMilliseconds);
}

/** Downloads the file at `address` as `name`. Rejects when the server reports an error or cannot be reached. */
export async function saveFile(address: string, name: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The file was answered with ${response.status}.`);
  saveBlob(await response.blob(), name);
}

/**
 * Saves `content` as a file on the user's device.
 * @param contentType such as `text/csv; charset=utf-8`.
 */
export function saveTextFile(file: {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: string;
}): void {
  const url = URL.createObjectURL(new Blob([file.content], { type: file.contentType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = file.fileName;
  link.click();
  // Browsers read the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The address of a CSV download, in the reader's time zone and locale. */
export function csvAddress(
  path: `/api/${string}.csv`,
  filter: Readonly<Record<string, string>> = {},
): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = new URLSearchParams({ ...filter, timeZone, locale: readerLocale() });
  return `${path}?${query.toString()}`;
}
