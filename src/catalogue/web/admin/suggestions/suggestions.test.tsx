import { expect, test } from "vitest";
import type { Suggestion } from "#catalogue/contract/suggestions.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { WarehouseEnteredContext } from "#ui/web/permissions.ts";
import { AcceptAllSuggestions } from "./accept-all-suggestions.tsx";
import { SuggestionsCard } from "./suggestions-card.tsx";

const storage: Suggestion = {
  code: "storage-prices",
  kind: "storage_rates",
  page: "storageRates",
  title: "Storage prices",
  lines: ["Without a plan: 14 days free, then $0.20 a day, at most $20.00 for a parcel"],
  source: "Usual prices of forwarders",
  sourceDay: "2026-11-01",
  isOpen: true,
  acceptedAt: null,
};
const small: Suggestion = {
  ...storage,
  code: "box-small",
  kind: "box",
  page: "packingPrices",
  title: "Small",
  lines: ["Small, 20 × 15 × 10 cm inside: $0.30"],
};

/** Both parts, with a server that keeps what is accepted. */
async function show(refusals = 0, hasWarehouse = true) {
  let items = [storage, small];
  let refusalsLeft = refusals;
  const sent: (readonly string[])[] = [];
  const { screen } = await showScreen({
    element: (
      <WarehouseEnteredContext value={hasWarehouse}>
        <AcceptAllSuggestions onGone={() => document.querySelector("input")?.focus()} />
        <input aria-label="Search" />
        <SuggestionsCard page="storageRates" />
      </WarehouseEnteredContext>
    ),
    path: "/",
    answers: {
      suggestions: {
        listSuggestions: async () => ({ items }),
        acceptSuggestions: async ({ codes }) => {
          sent.push(codes);
          if (refusalsLeft > 0) {
            refusalsLeft -= 1;
            throw rejected("no_warehouse");
          }
          items = items.map((one) => (codes.includes(one.code) ? { ...one, isOpen: false } : one));
          return { items };
        },
      },
    },
  });
  return { screen, sent };
}

test("a suggestion stands on its page with its source and day, and goes once it is accepted", async () => {
  const { screen, sent } = await show();
  const list = screen.getByRole("list", { name: "Suggestions" });
  await expect.element(list.getByText("Storage prices")).toBeVisible();
  await expect.element(list.getByText(/at most \$20\.00 for a parcel/)).toBeVisible();
  await expect
    .element(list.getByText("Source, as of Nov 1, 2026: Usual prices of forwarders"))
    .toBeVisible();
  await expect.element(list.getByText("Small")).not.toBeInTheDocument();
  await expectAccessible();
  await screen.getByRole("button", { name: "Accept: Storage prices" }).click();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(screen.getByText("Accepted: Storage prices")).toBeVisible();
  expect(sent).toEqual([["storage-prices"]]);
  await expect.element(screen.getByText("1 suggestion", { exact: true })).toBeVisible();
});

test("all are accepted at once after a question that names them; a refusal leaves them, with the reason", async () => {
  const { screen, sent } = await show(1);
  await screen.getByRole("button", { name: "Accept all" }).click();
  const dialog = screen.getByRole("dialog", { name: "Accept 2 suggestions?" });
  await expect.element(dialog.getByText("Small")).toBeVisible();
  await expect.element(dialog.getByText(/at most \$20\.00 for a parcel/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Accept all" }).click();
  await expect.element(screen.getByText("Not accepted")).toBeVisible();
  await expect
    .element(screen.getByText("There is no warehouse yet, so this is not available."))
    .toBeVisible();
  await dialog.getByRole("button", { name: "Accept all" }).click();
  await expect.element(screen.getByText("2 suggestions accepted")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Accept all" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("list", { name: "Suggestions" })).not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole("textbox", { name: "Search" })).toHaveFocus();
  expect(sent).toEqual([
    ["storage-prices", "box-small"],
    ["storage-prices", "box-small"],
  ]);
});

test("before a warehouse is entered there is no card that accepts everything", async () => {
  const { screen } = await show(0, false);
  await expect.element(screen.getByText("Storage prices")).toBeVisible();
  expect(screen.getByRole("button", { name: "Accept all" }).elements()).toEqual([]);
});
