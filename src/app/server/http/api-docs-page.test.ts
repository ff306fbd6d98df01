import { expect, test } from "vitest";
import { apiDocsPage } from "./api-docs-page.ts";

const html = await apiDocsPage();
const operations = new Map(
  [...html.matchAll(/<details id="([^"]+)">(.*?)<\/details>/gs)].map(([, id, text]) => [id, text]),
);

test("an operation is shown with its description, fields, examples and errors", () => {
  const shown = operations.get("lanes.suspendLane");
  for (const part of [
    "Quotes and new packages show the suspension from then on.",
    "<td><code>destinationCode</code></td><td>string</td><td>ISO 3166-1 alpha-2</td>",
    "<td>air | surface | null</td>",
    "&quot;suspendedOn&quot;: &quot;2026-04-27&quot;",
    "<td><code>reopenedAt</code></td><td>string (date-time) or null</td>",
    "<td><code>lane_suspended</code></td><td>409</td><td>This lane is already marked as suspended.</td>",
  ])
    expect(shown).toContain(part);
});

test("fields of components and of lists are shown where they are used", () => {
  const shown = operations.get("packages.listShipments");
  for (const name of ["items[].userEmail", "items[].legs[].carrier", "counts.delivered"])
    expect(shown).toContain(`<td><code>${name}</code></td>`);
  expect(html).not.toContain("$ref");
});

test("every operation has an example of its response and its errors", () => {
  expect(operations.size).toBeGreaterThan(100);
  for (const [id, shown] of operations) {
    expect(shown, id).toContain("<h4>Example of a response</h4>");
    expect(shown, id).toContain("<td><code>invalid_input</code></td><td>400</td>");
  }
});
