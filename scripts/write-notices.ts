// Writes the notices of third parties, which the built product serves at /third-party-notices.txt.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brandName } from "#platform/rules/brand.ts";
import { thirdPartyPackages } from "./third-party.ts";

const file = join(import.meta.dirname, "../build/client/third-party-notices.txt");
const rule = "-".repeat(80);

/** The packages under each text, so that a common one stands once. */
const byText = new Map<string, string[]>();
for (const { name, version, license, texts } of thirdPartyPackages()) {
  const title = `${name} ${version} (${license || "see its text"})`;
  for (const text of texts.length > 0 ? texts : [`${name} comes without a text of its licence.`]) {
    byText.set(text, [...(byText.get(text) ?? []), title]);
  }
}
const sections = [...byText].map(([text, titles]) => `${rule}\n${titles.join("\n")}\n\n${text}\n`);
const opening = `${brandName} contains the following packages of others, under the terms below each of them.\n`;
writeFileSync(file, [opening, ...sections].join("\n"));
