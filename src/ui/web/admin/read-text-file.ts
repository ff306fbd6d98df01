import { fileText } from "#platform/rules/file-text.ts";

/** The text of a file that was chosen; null where it is neither in UTF-8 nor in UTF-16. */
export async function readTextFile(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return fileText(bytes, (encoding) => new TextDecoder(encoding, { fatal: true }));
}
