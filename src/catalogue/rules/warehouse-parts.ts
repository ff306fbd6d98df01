// Parts of a page that are there only with a warehouse, or only without one. A prerendered page has both, between these
// marks, and the server keeps what holds.

export const warehouseMarks = {
  with: "%WITH_WAREHOUSE%",
  without: "%WITHOUT_WAREHOUSE%",
  end: "%END_WAREHOUSE%",
} as const;

/** A mark may be a paragraph of its own, as in the pages of text. */
const marked =
  /(?:<p>)?%(WITH|WITHOUT)_WAREHOUSE%(?:<\/p>)?([^]*?)(?:<p>)?%END_WAREHOUSE%(?:<\/p>)?/g;

/** `html` with the parts that hold, without the others, the marks, and items of lists that are empty then. */
export function keepWarehouseParts(html: string, hasWarehouse: boolean): string {
  const kept = hasWarehouse ? "WITH" : "WITHOUT";
  return html
    .replaceAll(marked, (_, kind: string, part: string) => (kind === kept ? part : ""))
    .replaceAll("<li></li>", "");
}
