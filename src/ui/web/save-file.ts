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
