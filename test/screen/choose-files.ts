/**
 * Chooses files in the page itself, as its field sees it after the system's dialog. Sent through the browser's protocol, a
 * file of 20 MB takes most of a minute.
 */
export function chooseFiles(input: Element | null, files: readonly File[]): void {
  if (!(input instanceof HTMLInputElement)) throw new Error("There is no field for files.");
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
