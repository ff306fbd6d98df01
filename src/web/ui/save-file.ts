/** Saves a file of the server on the reader's machine, so that a failure can be told instead of saved. */

const contentRetentionMilliseconds = 60_000;

/**
 * Fetches the file at `address` and hands it to the browser to be saved as `name`. Rejects when the server does not
 * give it, or cannot be reached.
 */
export async function saveFile(address: string, name: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The file was answered with ${response.status}.`);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the content some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), contentRetentionMilliseconds);
}
