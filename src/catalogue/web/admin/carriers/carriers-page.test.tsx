import { expect, test } from "vitest";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import { seededCarriers } from "#test/carriers.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import CarriersPage from "./carriers-page.tsx";

const zto = seededCarriers.find(({ code }) => code === "zto-express") as Carrier;

async function showPage(carriers: NonNullable<FakeAnswers["carriers"]> = {}) {
  sessionStorage.clear();
  const { screen } = await showScreen({
    element: <CarriersPage />,
    path: "/admin/dashboard/carriers",
    answers: { carriers },
  });
  return screen;
}

test("carriers are listed with names, code, page and day, and marked where they are not offered", async () => {
  const items = seededCarriers.map((one) => ({ ...one, isActive: one.code !== "cainiao" }));
  const screen = await showPage({ listCarriers: async () => ({ items }) });
  const row = screen.getByRole("row", { name: /ZTO Express/ });
  for (const text of ["中通快遞 · 中通快递 · zto-express", "www.zto.com, checked Nov 22, 2026"]) {
    await expect.element(row.getByText(text, { exact: true })).toBeVisible();
  }
  expect(screen.getByText("On Track Shipment").elements()).toHaveLength(6);
  expect(screen.getByText("Not offered").elements()).toHaveLength(1);
  const yto = screen.getByRole("row", { name: /YTO Express/ });
  await expect.element(yto.getByText("No tracking page, checked Nov 22, 2026")).toBeVisible();
  await expectAccessible();
});

test("a carrier is added; wrong input is named at its field, and a refusal keeps what was typed", async () => {
  let isRejected = true;
  const requests: unknown[] = [];
  const screen = await showPage({
    createCarrier: async (input) => {
      if (isRejected) throw rejected("carrier_exists");
      requests.push(input);
      return { ...zto, name: "Best Express" };
    },
  });
  await screen.getByRole("button", { name: "Add carrier" }).click();
  const dialog = screen.getByRole("dialog", { name: "Add carrier" });
  const add = dialog.getByRole("button", { name: "Add carrier" });
  const field = (name: string) => dialog.getByRole("textbox", { name });
  await field("Tracking page").fill("javascript:alert(1)");
  await add.click();
  await expect.element(dialog.getByText("Enter a name.")).toBeVisible();
  await expect.element(field("Name").first()).toHaveFocus();
  await expect.element(dialog.getByText(/^Use 2 to 40 lower-case letters/)).toBeVisible();
  await expect.element(dialog.getByText(/^Enter an address that begins with https:/)).toBeVisible();
  await expectAccessible();
  await field("Name").first().fill("Best Express");
  await field("Code").fill("best-express");
  await field("Name in Simplified Chinese").fill("百世快递");
  await field("Tracking page").fill("https://www.800best.com/track");
  expect(dialog.getByRole("switch").elements()).toHaveLength(1);
  await field("Tracking page").fill("https://www.800best.com/track?code={n}");
  await dialog.getByLabelText(/^Checked on/).fill("2031-04-05");
  await add.click();
  await expect
    .element(dialog.getByText("Another carrier already has this code or name."))
    .toBeVisible();
  isRejected = false;
  await add.click();
  await expect.element(screen.getByText("Carrier added")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requests).toEqual([
    {
      carrierCode: "best-express",
      fields: {
        name: "Best Express",
        nameZhHant: "",
        nameZhHans: "百世快递",
        trackingPage: "https://www.800best.com/track?code={n}",
        isNumberFilledIn: true,
        isActive: true,
        source: "",
        checkedOn: "2031-04-05",
      },
    },
  ]);
});

test("a carrier is edited with the version that was shown, and can be withdrawn", async () => {
  const requests: unknown[] = [];
  const screen = await showPage({
    updateCarrier: async (input) => {
      requests.push(input);
      return { ...zto, isActive: false, version: 2 };
    },
  });
  await screen.getByRole("button", { name: "Edit ZTO Express" }).click();
  const dialog = screen.getByRole("dialog", { name: "Edit ZTO Express" });
  expect(dialog.getByRole("textbox", { name: "Code" }).elements()).toEqual([]);
  await dialog.getByRole("switch", { name: "Offered for legs and lanes" }).click();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("Carrier saved")).toBeVisible();
  expect(requests).toMatchObject([
    {
      carrierCode: "zto-express",
      expectedVersion: 1,
      fields: { name: "ZTO Express", nameZhHans: "中通快递", isActive: false },
    },
  ]);
});

test("a carrier of Track Shipment keeps a page", async () => {
  const screen = await showPage();
  await screen.getByRole("button", { name: "Edit UPS" }).click();
  const dialog = screen.getByRole("dialog", { name: "Edit UPS" });
  await dialog.getByRole("textbox", { name: "Tracking page" }).fill("");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect.element(dialog.getByText(/^Enter an address that begins with https:/)).toBeVisible();
});

test("a stale edit shows both versions and overwrites only what was edited", async () => {
  const requests: { expectedVersion: number; fields: { name: string; source: string } }[] = [];
  const theirs = { ...zto, source: "Their source", isActive: false, version: 2 };
  const screen = await showPage({
    updateCarrier: async (input) => {
      requests.push(input);
      if (input.expectedVersion === 1) throw rejected("conflict", { details: { current: theirs } });
      return { ...theirs, version: 3 };
    },
  });
  await screen.getByRole("button", { name: "Edit ZTO Express" }).click();
  const dialog = screen.getByRole("dialog", { name: "Edit ZTO Express" });
  await dialog.getByRole("textbox", { name: "Source" }).fill("My source");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect.element(dialog.getByText("Somebody else changed this carrier")).toBeVisible();
  await expect.element(dialog.getByRole("cell", { name: "Their source" })).toBeVisible();
  await expect.element(dialog.getByRole("cell", { name: "My source" })).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("alert").getByRole("button").nth(1).click();
  await expect.element(screen.getByText("Carrier saved")).toBeVisible();
  expect(requests.at(-1)).toMatchObject({
    expectedVersion: 2,
    fields: { source: "My source", isActive: false },
  });
});

test("the other's version is taken without saving", async () => {
  const theirs = { ...zto, source: "Their source", version: 2 };
  const screen = await showPage({
    updateCarrier: async () => {
      throw rejected("conflict", { details: { current: theirs } });
    },
  });
  await screen.getByRole("button", { name: "Edit ZTO Express" }).click();
  const dialog = screen.getByRole("dialog", { name: "Edit ZTO Express" });
  const source = dialog.getByRole("textbox", { name: "Source" });
  await source.fill("My source");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.getByRole("alert").getByRole("button").nth(0).click();
  await expect.element(source).toHaveValue("Their source");
});

test("a failed load can be retried", async () => {
  let isWell = false;
  const screen = await showPage({
    listCarriers: async () => {
      if (!isWell) throw rejected("forbidden");
      return { items: [zto] };
    },
  });
  await expect.element(screen.getByText("The carriers could not be loaded")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("ZTO Express", { exact: true })).toBeVisible();
});
