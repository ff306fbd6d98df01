import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { NumberRange, ServiceStock } from "#shipping/contract/number-ranges.ts";
import { chooseFiles } from "#test/screen/choose-files.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { longestStoredText, removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import NumberRangesPage from "./number-ranges-page.tsx";

const range: NumberRange = {
  id: "00000000-0000-4000-8000-000000000701",
  serviceCode: "hk-post-air",
  serviceName: "Hongkong Post air",
  kind: "postal",
  firstNumber: "RA123456005HK",
  lastNumber: "RA123456998HK",
  nextNumber: "RA123456785HK",
  total: 100,
  left: 22,
  usedLately: 60,
  source: "Letter of March 3",
  isActive: true,
  createdAt: "2031-04-02T08:30:00.000Z",
};

const stock: ServiceStock = {
  serviceCode: "hk-post-air",
  serviceName: "Hongkong Post air",
  left: 22,
  days: 11,
  isLow: true,
};

beforeEach(() => {
  removeDraftsOf(mei.id);
  sessionStorage.clear();
});

function showPage(numberRanges: NonNullable<FakeAnswers["numberRanges"]> = {}) {
  return showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <NumberRangesPage />
      </DraftOwner>
    ),
    path: "/admin/dashboard/number-ranges",
    answers: {
      numberRanges: {
        listNumberRanges: async () => ({ items: [range], stocks: [stock] }),
        ...numberRanges,
      },
    },
  });
}

test("without numbers the page says what happens then, and a failed load can be retried", async () => {
  let isWell = false;
  const { screen } = await showPage({
    listNumberRanges: async () => {
      if (!isWell) throw rejected("unexpected");
      return { items: [], stocks: [] };
    },
  });
  await expect.element(screen.getByText("The number ranges could not be loaded.")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("No numbers yet")).toBeVisible();
  await expect
    .element(screen.getByText("Without them, the number of each label is entered by hand."))
    .toBeVisible();
});

test("a stock that runs out is marked, and a range is stopped and used again", async () => {
  let isActive = true;
  let fails = true;
  const { screen } = await showPage({
    listNumberRanges: async () => ({ items: [{ ...range, isActive }], stocks: [stock] }),
    changeNumberRange: async (input) => {
      if (fails) throw rejected("not_found");
      ({ isActive } = input);
      return { ...range, isActive };
    },
  });
  const stocks = screen.getByRole("table", { name: "Stock" });
  await expect.element(stocks.getByText("22 numbers left")).toBeVisible();
  await expect.element(stocks.getByText("for 11 days")).toBeVisible();
  await expect.element(stocks.getByText("Runs out")).toBeVisible();
  await expectAccessible();
  const stop = screen.getByRole("button", { name: "Stop using RA123456005HK to RA123456998HK" });
  await stop.click();
  await expect.element(screen.getByText("The range could not be changed")).toBeVisible();
  fails = false;
  await stop.click();
  await expect.element(screen.getByText("Stopped")).toBeVisible();
  await screen.getByRole("button", { name: "Resume using RA123456005HK to RA123456998HK" }).click();
  await expect.element(screen.getByText("In use")).toBeVisible();
});

test("a range is added; what is wrong or taken is named at its field, and the rest stays", async () => {
  const requests: unknown[] = [];
  const { screen } = await showPage({
    createNumberRange: async (input) => {
      requests.push(input);
      if (requests.length === 1) throw rejected("number_range_overlaps");
      return range;
    },
  });
  await screen.getByRole("button", { name: "Add a range" }).click();
  const dialog = screen.getByRole("dialog", { name: "Add postal numbers" });
  const add = dialog.getByRole("button", { name: "Add a range" });
  const field = (name: string) => dialog.getByRole("textbox", { name });
  await field("Two letters").fill("ja");
  await field("First serial number").fill("12345600");
  await field("Last serial number").fill("1234569x");
  await add.click();
  await expect.element(dialog.getByText(/^Use two capital letters/)).toBeVisible();
  await expect.element(dialog.getByText("Use up to eight digits.")).toBeVisible();
  await expect.element(dialog.getByText("Say where the numbers come from.")).toBeVisible();
  await field("Two letters").fill("ra");
  await field("Last serial number").fill("12345699");
  await field("Source").fill("Letter of March 3");
  await add.click();
  await expect
    .element(dialog.getByText("Another range already has some of these numbers."))
    .toBeVisible();
  await expect.element(field("Source")).toHaveValue("Letter of March 3");
  await expectAccessible();
  await field("First serial number").fill("12345610");
  await add.click();
  await expect.element(screen.getByText("Range added")).toBeVisible();
  expect(requests.at(-1)).toEqual({
    serviceCode: "hk-post-air",
    prefix: "RA",
    countryCode: "HK",
    firstSerial: 12_345_610,
    lastSerial: 12_345_699,
    source: "Letter of March 3",
  });
});

test("every wrong line of a list is named, and the list stays", async () => {
  const { screen } = await showPage({
    importNumbers: async () => ({
      range: null,
      errors: [
        { line: 2, kind: "invalid_number", value: "?" },
        { line: 3, kind: "number_used", value: "SF1000000001" },
      ],
    }),
  });
  await screen.getByRole("button", { name: "Import a list" }).click();
  const dialog = screen.getByRole("dialog", { name: "Import a list of numbers" });
  const numbers = dialog.getByRole("textbox", { name: "Numbers" });
  await numbers.fill("SF1000000000\n?\nSF1000000001");
  await dialog.getByRole("textbox", { name: "Source" }).fill("Email of March 3");
  await dialog.getByRole("button", { name: "Import a list" }).click();
  const alert = dialog.getByRole("alert");
  await expect.element(alert.getByText("Line 2: “?” is not a tracking number.")).toBeVisible();
  await expect
    .element(alert.getByText("Line 3: SF1000000001 was imported or used before."))
    .toBeVisible();
  await expectAccessible();
  await expect.element(numbers).toHaveValue("SF1000000000\n?\nSF1000000001");
});

test("a list survives a reload after its wrong lines were named; a long file is asked for again", async () => {
  const answers = {
    importNumbers: async () => ({
      range: null,
      errors: [{ line: 2, kind: "invalid_number" as const, value: "?" }],
    }),
  };
  const open = async () => {
    const { screen } = await showPage(answers);
    await screen.getByRole("button", { name: "Import a list" }).click();
    const dialog = screen.getByRole("dialog", { name: "Import a list of numbers" });
    const numbers = dialog.getByRole("textbox", { name: "Numbers" });
    await expect.element(numbers).toBeVisible();
    return { screen, dialog, numbers };
  };
  const first = await open();
  await first.numbers.fill("SF1000000000\n?");
  await first.dialog.getByRole("textbox", { name: "Source" }).fill("Email of March 3");
  await first.dialog.getByRole("button", { name: "Import a list" }).click();
  await expect.element(first.dialog.getByText(/^Line 2: “\?”/)).toBeVisible();
  await first.screen.unmount();
  const second = await open();
  await expect.element(second.numbers).toHaveValue("SF1000000000\n?");
  const long = "SF1000000000\n".repeat(Math.ceil(longestStoredText / 13) + 1);
  chooseFiles(document.querySelector("input[type=file]"), [new File([long], "numbers.txt")]);
  await expect.element(second.dialog.getByText(/^A text of more than 200,000/)).toBeVisible();
  await second.screen.unmount();
  const third = await open();
  await expect.element(third.numbers).toHaveValue("");
  await expect
    .element(third.dialog.getByText(/^Your browser does not keep chosen files/))
    .toHaveTextContent("Your browser does not keep chosen files. Choose again: numbers.txt.");
  await expect
    .element(third.dialog.getByRole("textbox", { name: "Source" }))
    .toHaveValue("Email of March 3");
});

test("nothing is wider than a phone", async () => {
  await page.viewport(390, 844);
  const { screen } = await showPage();
  await expect.element(screen.getByText("22 of 100")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});
