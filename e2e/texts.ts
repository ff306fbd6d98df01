import { expect, type Page } from "@playwright/test";

/** Waits until the page has its content, in any language. */
export async function waitForContent(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(
    page.locator("[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root"),
  ).toHaveCount(0);
}

/** Texts of the page that are cut off or that reach over the element around them. */
export async function cutTextsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      const ownText = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? "")
        .join("");
      if (ownText === "" || !element.checkVisibility()) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      // Text for screen readers alone is one pixel wide.
      if (box.width <= 1 || box.height <= 1) continue;
      const isCut = overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1;
      const isMeantToBeCut = textOverflow === "ellipsis" && element.title !== "";
      const scroller = element.closest("[data-scrolls-sideways], pre, table, [role=tablist]");
      const isOutside = scroller === null && box.right > document.documentElement.clientWidth + 1;
      if ((isCut && !isMeantToBeCut) || isOutside) found.push(ownText.slice(0, 80));
    }
    return found;
  });
}

/** What a reader of the page sees or hears: its visible texts, titles, labels and placeholders. */
export async function textsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const texts = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent === null || parent.closest("script, style, noscript, code, [lang=en]")) continue;
      if (parent.checkVisibility()) texts.add(walker.currentNode.textContent?.trim() ?? "");
    }
    for (const element of document.body.querySelectorAll(
      "[aria-label], [aria-description], [placeholder], [title], [alt]",
    )) {
      if (element.closest("[lang=en], [aria-hidden=true]")) continue;
      for (const name of ["aria-label", "aria-description", "placeholder", "title", "alt"])
        texts.add(element.getAttribute(name)?.trim() ?? "");
    }
    return [...texts].filter((text) => text !== "");
  });
}

/** Latin words that stand in Chinese texts: names, codes and units. */
const latinNames = [
  "Sampan",
  "Basic",
  "Super",
  "Premium",
  "English",
  "Stripe",
  "Webhook",
  "API",
  "CSV",
  "PDF",
  "QR code",
  "QR",
  "ID",
  "JPEG",
  "JSON",
  "OpenAPI",
  "PNG",
  "WebP",
  "HEIC",
  "GIF",
  "MB",
  "kg",
  "cm",
  "USD",
  "US",
  "SGD",
  "HKD",
  "UTC",
  "DHL",
  "FedEx",
  "UPS",
  "SF Express",
  "Enter",
  "Esc",
  "Ctrl",
  "Cookie",
  "IP",
  "URL",
];

/** The texts with Latin words that are in neither list. */
export function textsWithLatinWords(
  texts: readonly string[],
  allowed: readonly string[],
): readonly string[] {
  return texts.filter((text) => {
    const rest = [...allowed, ...latinNames]
      .toSorted((one, other) => other.length - one.length)
      .reduce((left, name) => left.replaceAll(name, " "), text)
      .replaceAll(
        /\S+@\S+|https?:\/\/\S+|\b[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{3}\b|\b[A-Z]{1,4}\d[\dA-Z]*\b|\b[\da-f]{8}-[\da-f-]{27}\b/g,
        " ",
      );
    return /[A-Za-z]{3,}/.test(rest);
  });
}
