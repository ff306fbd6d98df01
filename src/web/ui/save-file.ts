const contentRetentionMilliseconds = 60_000;

/** Downloads the file at `address` as `name`. Rejects when the server reports an error or cannot be reached. */
export async function saveFile(address: string, name: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The file was answered with ${response.status}.`);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the content some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), contentRetentionMilliseconds);
}
