import { createHash } from "node:crypto";

const inlineScript = /<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi;

/** `sha256-…` of each distinct inline script of the HTML pages, for the content security policy. */
export function inlineScriptHashes(pages: Iterable<string>): readonly string[] {
  const hashes = new Set<string>();
  for (const html of pages) {
    for (const [, text = ""] of html.matchAll(inlineScript)) {
      if (text.trim() === "") continue;
      hashes.add(`sha256-${createHash("sha256").update(text, "utf8").digest("base64")}`);
    }
  }
  return [...hashes];
}
