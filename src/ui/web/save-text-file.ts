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
