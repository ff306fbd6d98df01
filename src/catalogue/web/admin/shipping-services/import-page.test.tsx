import { beforeEach, expect, test } from "vitest";
import type { RatesFile, RatesImport } from "#catalogue/contract/rates.ts";
import { rateFileLimits, rateTemplate } from "#catalogue/rules/rate-import.ts";
import { chooseFiles } from "#test/screen/choose-files.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { hasDrafts, longestStoredText, removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import ImportPage from "./import-page.tsx";

beforeEach(() => removeDraftsOf(mei.id));

const code = "hk-post-air";

const nothing: RatesImport = {
  isImported: false,
  errors: [],
  errorCount: 0,
  warnings: [],
  warningCount: 0,
  countriesLeftOut: [],
  changes: [],
  changeCount: 0,
};

const changed: RatesImport = {
  ...nothing,
  changes: [
    { service: code, countries: ["SG"], weightGrams: 500, beforeCents: 6500, afterCents: null },
  ],
  changeCount: 3,
  warnings: [
    { line: 4, kind: "cheaper", service: code, fromGrams: null, upToGrams: 1000 },
    { line: 9, kind: "step_above", service: code, fromGrams: null, upToGrams: 30_000 },
    { line: 12, kind: "step_above", service: code, fromGrams: 500, upToGrams: 2_000 },
  ],
  warningCount: 1_201,
};

const wrongPrice: RatesImport = {
  ...nothing,
  errors: [{ line: 2, kind: "invalid_price", value: "1e9" }],
  errorCount: 1_001,
};

type Sent = Pick<RatesFile, "validFrom" | "source" | "mode"> & {
  readonly replaces?: RatesFile["replaces"] | undefined;
  readonly leavingOut?: RatesFile["leavingOut"] | undefined;
  readonly csv: string;
  readonly name: string;
};

async function show(answer: (sent: Sent) => RatesImport) {
  const requests: Sent[] = [];
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <ImportPage />
      </DraftOwner>
    ),
    path: "/admin/dashboard/services/import",
    answers: {
      shippingServices: { listShippingServices: async () => ({ today: "2031-04-05", items: [] }) },
      rates: {
        importRates: async ({ file, ...rest }) => {
          const sent = { ...rest, csv: await file.text(), name: file.name };
          requests.push(sent);
          return answer(sent);
        },
      },
    },
  });
  const preview = screen.getByRole("button", { name: "Preview changes" });
  const rows = screen.getByRole("textbox", { name: "Rows" });
  const source = screen.getByRole("textbox", { name: "Source" });
  const choose = async (file: File) => {
    await expect.element(preview).toBeVisible();
    chooseFiles(document.querySelector("input[type=file]"), [file]);
  };
  return { screen, requests, preview, rows, source, choose };
}

test("an import names every wrong row, then shows what changes, and imports only what was seen", async () => {
  const { screen, requests, preview, rows } = await show(({ csv, mode }) =>
    csv.includes("1e9") ? wrongPrice : { ...changed, isImported: mode === "import" },
  );
  // No service is there that has a currency.
  await expect.element(screen.getByText(/currency of their service\. A step counts/)).toBeVisible();
  await preview.click();
  await expect.element(screen.getByText("Choose a file or paste its rows.")).toBeVisible();
  await rows.fill("header\nhk-post-air,SG,500,1e9,,");
  await preview.click();
  await expect.element(screen.getByRole("row", { name: /Line 2.*above zero.*1e9/ })).toBeVisible();
  await expect
    .element(screen.getByText("Nothing was imported. Correct these rows and preview again."))
    .toBeVisible();
  await expect.element(screen.getByText("1,000 more errors.")).toBeVisible();
  await expectAccessible();
  await rows.fill("header\nhk-post-air,SG,500,1.00,,");
  await preview.click();
  const row = screen.getByRole("row", { name: /Singapore.*SGD\s65\.00.*Not available/ });
  await expect.element(row).toBeVisible();
  await expect.element(screen.getByText("2 more prices differ.")).toBeVisible();
  await expect
    .element(screen.getByText(/Line 4: hk-post-air, up to 1 kg, costs less/))
    .toBeVisible();
  await expect
    .element(screen.getByText(/Line 9: hk-post-air costs the same for everything up to 30 kg/))
    .toBeVisible();
  await expect
    .element(screen.getByText(/Line 12: .* for everything from over 0.5 kg to 2 kg\. Its step/))
    .toBeVisible();
  await expect.element(screen.getByText("1,201 prices may not be what you mean")).toBeVisible();
  await expect.element(screen.getByText("and 1,198 more")).toBeVisible();
  await screen.getByRole("button", { name: "Import from Apr 5, 2031" }).click();
  await expect.element(screen.getByText("Rates imported")).toBeVisible();
  expect(requests.map(({ mode, source }) => [mode, source])).toEqual([
    ["preview", ""],
    ["preview", ""],
    ["import", ""],
  ]);
});

test("a file that leaves out countries names them, and is imported once that is ticked", async () => {
  const leftOut = [
    { service: code, countries: ["CA", "GB"] as const },
    { service: "sg-post-air", countries: ["MY"] as const },
  ];
  const { screen, requests, preview, rows, source } = await show(({ mode, replaces }) => ({
    ...changed,
    isImported: mode === "import",
    countriesLeftOut: replaces === "countries" ? [] : leftOut,
  }));
  await rows.fill("header\nhk-post-air,SG,500,1.00,,");
  await source.fill("Price list");
  await preview.click();
  const confirm = screen.getByRole("button", { name: "Import from Apr 5, 2031" });
  const named = screen.getByText("hk-post-air: Canada and United Kingdom");
  await expect.element(named).toBeVisible();
  await expect.element(screen.getByText("sg-post-air: Malaysia")).toBeVisible();
  await confirm.click();
  await expect.element(screen.getByText(/^Tick this if they should have no price/)).toBeVisible();
  const tick = screen.getByRole("checkbox", { name: "Remove these prices" });
  await expect.element(tick).toHaveFocus();
  await expectAccessible();
  const only = screen.getByRole("checkbox", { name: /^Only these countries/ });
  await only.click();
  // Another import than the one that was previewed.
  await expect.element(named).not.toBeInTheDocument();
  await preview.click();
  await expect.element(confirm).toBeVisible();
  await expect.element(named).not.toBeInTheDocument();
  await only.click();
  await preview.click();
  await expect.element(tick).not.toBeChecked();
  await tick.click();
  await confirm.click();
  await expect.element(screen.getByText("Rates imported")).toBeVisible();
  expect(requests.map(({ mode, replaces, leavingOut }) => [mode, replaces, leavingOut])).toEqual([
    ["preview", "services", "refused"],
    ["preview", "countries", "refused"],
    ["preview", "services", "refused"],
    ["import", "services", "accepted"],
  ]);
});

test("a template can be downloaded", async () => {
  const { screen } = await show(() => nothing);
  const link = screen.getByRole("link", { name: "Download a template" });
  await expect.element(link).toHaveAttribute("download", "rates-template.csv");
  const address = link.element().getAttribute("href") ?? "";
  expect(await (await fetch(address)).text()).toBe(rateTemplate);
});

test("a short file is shown, where a wrong row can be corrected", async () => {
  const { rows, choose } = await show(() => nothing);
  await choose(new File(["header\nhk-post-air,SG,500,1.00,,"], "short.csv"));
  await expect.element(rows).toHaveValue("header\nhk-post-air,SG,500,1.00,,");
});

test("a long file is sent as it was chosen, and stays chosen with its errors", async () => {
  const { screen, requests, preview, rows, source, choose } = await show(({ csv, mode }) =>
    csv.includes("1e9") ? wrongPrice : { ...changed, isImported: mode === "import" },
  );
  const long = "header\n".padEnd(1_572_864, "hk-post-air,SG,500,1.00,,\n");
  await rows.fill("pasted");
  await choose(new File([`${long}1e9`], "long.csv"));
  await expect.element(screen.getByText("long.csv · 1.5 MB")).toBeVisible();
  await expect.element(rows).not.toBeInTheDocument();
  await source.fill("Price list");
  await preview.click();
  await expect
    .element(screen.getByText(/^Nothing was imported\. Correct these rows in the file, choose it/))
    .toBeVisible();
  await expect.element(screen.getByText("long.csv · 1.5 MB")).toBeVisible();
  await expect.element(source).toHaveValue("Price list");
  await expectAccessible();
  await choose(new File([long], "corrected.csv"));
  await expect.element(screen.getByText("corrected.csv · 1.5 MB")).toBeVisible();
  // What was previewed was another file.
  await preview.click();
  await screen.getByRole("button", { name: "Import from Apr 5, 2031" }).click();
  await expect.element(screen.getByText("Rates imported")).toBeVisible();
  expect(requests.map(({ name, csv, mode }) => [name, csv.length, mode])).toEqual([
    ["long.csv", long.length + 3, "preview"],
    ["corrected.csv", long.length, "preview"],
    ["corrected.csv", long.length, "import"],
  ]);
});

const again = /^Your browser does not keep chosen files/;

test("what was entered and corrected survives a reload, also after a preview, until it is imported", async () => {
  const answer = ({ csv, mode }: Sent) =>
    csv.includes("1e9") ? wrongPrice : { ...changed, isImported: mode === "import" };
  const first = await show(answer);
  await first.choose(new File(["header\nhk-post-air,SG,500,1e9,,"], "short.csv"));
  await first.source.fill("Price list");
  await first.preview.click();
  await expect.element(first.screen.getByRole("row", { name: /Line 2/ })).toBeVisible();
  await first.screen.unmount();
  const second = await show(answer);
  await expect.element(second.rows).toHaveValue("header\nhk-post-air,SG,500,1e9,,");
  await second.rows.fill("header\nhk-post-air,SG,500,1.00,,");
  await second.preview.click();
  const confirm = { name: "Import from Apr 5, 2031" };
  await expect.element(second.screen.getByRole("button", confirm)).toBeVisible();
  await second.screen.unmount();
  const third = await show(answer);
  await expect.element(third.rows).toHaveValue("header\nhk-post-air,SG,500,1.00,,");
  await expect.element(third.source).toHaveValue("Price list");
  await expect.element(third.screen.getByText(again)).not.toBeInTheDocument();
  await third.preview.click();
  await third.screen.getByRole("button", confirm).click();
  await expect.element(third.screen.getByText("Rates imported")).toBeVisible();
  await expect.poll(() => hasDrafts(mei.id)).toBe(false);
});

test("a long file is asked for again after a reload, and its page is left only after a question", async () => {
  const first = await show(() => nothing);
  await first.choose(new File(["header\n".padEnd(longestStoredText + 1, "x")], "long.csv"));
  await first.source.fill("Price list");
  await expect.element(first.screen.getByText("long.csv · 0.2 MB")).toBeVisible();
  await first.screen.getByRole("link", { name: "Back" }).click();
  const dialog = first.screen.getByRole("dialog", { name: "Leave this page?" });
  await expect.element(dialog.getByText(/^The chosen file is not imported yet/)).toBeVisible();
  await first.screen.unmount();
  const second = await show(() => nothing);
  await expect
    .element(second.screen.getByText(again))
    .toHaveTextContent("Your browser does not keep chosen files. Choose again: long.csv.");
  await expect.element(second.source).toHaveValue("Price list");
  await expectAccessible();
  await second.choose(new File(["header"], "short.csv"));
  await expect.element(second.rows).toHaveValue("header");
  await expect.element(second.screen.getByText(again)).not.toBeInTheDocument();
});

test("pasted rows that are too long to be kept say so", async () => {
  const { screen, rows } = await show(() => nothing);
  const notice = screen.getByText(/^A text of more than 200,000 characters is not kept/);
  await rows.fill("x".repeat(longestStoredText));
  await expect.element(notice).not.toBeInTheDocument();
  await rows.fill("x".repeat(longestStoredText + 1));
  await expect.element(notice).toBeVisible();
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
});

const limit = /^A file can have at most 20 MB and 100,000 rows\. Divide it so that each service/;

test("a file above the limit is not sent; the sentence has the limit, and what was entered stays", async () => {
  const { screen, requests, preview, source, choose } = await show(() => nothing);
  await source.fill("Price list");
  await choose(new File([new Uint8Array(rateFileLimits.bytes + 1)], "large.csv"));
  await expect.element(screen.getByText(limit)).toBeVisible();
  await preview.click();
  await expect.element(screen.getByText(limit)).toBeVisible();
  await expect.element(screen.getByText("large.csv · 20.0 MB")).toBeVisible();
  await expect.element(source).toHaveValue("Price list");
  expect(requests).toEqual([]);
  await screen.getByRole("button", { name: "Remove the file" }).click();
  await expect.element(screen.getByRole("textbox", { name: "Rows" })).toHaveValue("");
});

test("what the server refuses is said at the rows, and a file with too many rows at its line", async () => {
  let isRefused = true;
  const { screen, preview, rows, source } = await show(() => {
    if (isRefused) throw rejected("too_large");
    return {
      ...nothing,
      errors: [{ line: 100_002, kind: "too_many_rows", value: "" }],
      errorCount: 1,
    };
  });
  await rows.fill("header");
  await source.fill("Price list");
  await preview.click();
  await expect.element(rows).toHaveAttribute("aria-invalid", "true");
  isRefused = false;
  await preview.click();
  await expect
    .element(screen.getByRole("row", { name: /Line 100002.*at most 100,000 rows\. Divide it/ }))
    .toBeVisible();
  await expect.element(rows).toHaveValue("header");
});
