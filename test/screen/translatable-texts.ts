import { afterEach } from "vitest";

// Page translation moves texts into elements of its own, so that a text beside other content can no longer be changed or
// removed, and nothing can be put before it. Translations leave blanks as they are.
const isText = (node: Node | null) => node instanceof Text && node.data.trim() !== "";

function faultIn(record: MutationRecord): string | null {
  const { type, target, addedNodes, removedNodes, nextSibling, previousSibling } = record;
  // The translation itself, of tests that translate.
  if ([...addedNodes].some(({ nodeName }) => nodeName === "FONT")) return null;
  if (type === "characterData") {
    const isAlone = target.parentNode === null || target.parentNode.childNodes.length === 1;
    return isAlone || !isText(target) ? null : `changed the text "${target.textContent}"`;
  }
  const isBeside = nextSibling !== null || previousSibling !== null || removedNodes.length > 1;
  const removed = isBeside ? [...removedNodes].find(isText) : undefined;
  if (removed) return `removed the text "${removed.textContent}"`;
  if (addedNodes.length === 0 || !isText(nextSibling)) return null;
  return `put something before the text "${nextSibling?.textContent}"`;
}

const observer = new MutationObserver((records) => collect(records));
const faults: string[] = [];

function collect(records: readonly MutationRecord[]): void {
  for (const record of records) {
    const fault = record.target.isConnected ? faultIn(record) : null;
    if (fault !== null) faults.push(fault);
  }
}

observer.observe(document.body, { childList: true, characterData: true, subtree: true });

/** Fails a test on whose screen page translation would break something. */
export function failOnTextsBesideOthers(): void {
  afterEach(() => {
    collect(observer.takeRecords());
    const found = faults.splice(0);
    if (found.length > 0)
      throw new Error(
        `Page translation would break this, as the text is beside other content: ${found.join("; ")}`,
      );
  });
}
