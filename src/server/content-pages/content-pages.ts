// The pages of plain text that an operator can replace: terms, privacy, help, contact.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { micromark } from "micromark";
import { defaultLanguage } from "#core/language.ts";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";

const names = ["terms", "privacy", "help", "contact"] as const;
type Name = (typeof names)[number];

/** What a page's document contains in place of its text and of the operator's details. */
export const contentPlaceholders = { article: "%ARTICLE%", operator: "%OPERATOR%" } as const;

/** HTML without line breaks; `version` changes with the text. */
export type ContentPage = {
  readonly version: string;
  readonly article: string;
  readonly operator: string;
};

const largestBytes = 200_000;

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Line breaks are written as a reference, which keeps those of code blocks. */
function onOneLine(html: string): string {
  return html.trim().replaceAll("\n", "&#10;");
}

type Operator = Pick<Config, "operatorName" | "operatorAddress" | "supportEmail">;

function describeOperator({ operatorName, operatorAddress, supportEmail }: Operator): string {
  const lines = [operatorName, ...(operatorAddress?.split(/\s*;\s*/) ?? [])].filter(
    (line) => line !== null,
  );
  const email = supportEmail === null ? null : escape(supportEmail);
  const parts = [
    lines.length === 0
      ? "<p>The operator of this service has not published a name and address yet.</p>"
      : `<p>${lines.map(escape).join("<br>")}</p>`,
    email === null ? "" : `<p>Email: <a href="mailto:${email}">${email}</a></p>`,
  ];
  return `<h2>Who runs this service</h2>${parts.join("")}`;
}

function readDefault(name: Name): string {
  return readFileSync(join(import.meta.dirname, defaultLanguage, `${name}.md`), "utf8");
}

/**
 * Reads the pages `/terms`, `/privacy`, `/help` and `/contact`: CommonMark without raw HTML, from `pages/NAME.md` in
 * `DATA_DIR` where the operator has put such a file, otherwise the text that comes with the product. A changed file is
 * served from the next request on; one over 200 KB or unreadable is logged, and the product's text is served.
 */
export function createContentPages(config: Operator & Pick<Config, "dataDir">, log: Log) {
  const operator = onOneLine(describeOperator(config));
  const rendered = new Map<Name, ContentPage>();

  function render(name: Name, version: string, read: () => string): ContentPage {
    const known = rendered.get(name);
    if (known?.version === version) return known;
    const page = { version, article: onOneLine(micromark(read())), operator };
    rendered.set(name, page);
    return page;
  }

  function readOwn(name: Name): ContentPage | null {
    const file = join(config.dataDir, "pages", `${name}.md`);
    const facts = statSync(file, { throwIfNoEntry: false });
    if (facts === undefined) return null;
    try {
      if (facts.size > largestBytes) throw new Error(`It is larger than ${largestBytes} bytes.`);
      const decoder = new TextDecoder("utf-8", { fatal: true });
      return render(name, `${facts.mtimeMs} ${facts.size}`, () =>
        decoder.decode(readFileSync(file)),
      );
    } catch (error) {
      log.error({ error, file }, "The operator's page cannot be used");
      return null;
    }
  }

  return {
    /** The page at `path`, or null if it is none of the four. */
    find(path: string): ContentPage | null {
      const name = names.find((candidate) => path === `/${candidate}`);
      if (name === undefined) return null;
      return readOwn(name) ?? render(name, "default", () => readDefault(name));
    },
  };
}

export type ContentPages = ReturnType<typeof createContentPages>;
