/** Hands a text to the browser as a file to keep. */

/** @param contentType such as `text/csv; charset=utf-8`. */
export function saveFile(file: {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: string;
}): void {
  const address = URL.createObjectURL(new Blob([file.content], { type: file.contentType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = file.fileName;
  link.click();
  // Browsers read it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
