import jsQR from "jsqr";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { OwnAddress } from "#goods/contract/own-address.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { expectToFit } from "#test/screen/expect-to-fit.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { ownAddress } from "#test/screen/own-address.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import AddressPage from "./address-page.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => page.viewport(1280, 800));

function showPage(
  readAddress: () => Promise<OwnAddress> = async () => ownAddress,
  colorScheme: "light" | "dark" = "light",
) {
  return showScreen({
    element: <AddressPage />,
    path: "/dashboard/address",
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      inboundParcels: { readAddress },
    },
    colorScheme,
  });
}

/** What a phone reads from the QR code on the screen. */
async function scanned(svg: Element): Promise<string | undefined> {
  const image = new Image(416, 416);
  const source = new XMLSerializer().serializeToString(svg);
  image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(416, 416);
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0, 416, 416);
  const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, 416, 416) ?? {};
  return jsQR(data, 416, 416)?.data;
}

test.each(["light", "dark"] as const)("the page explains the form, %s", async (colorScheme) => {
  const { screen } = await showPage(undefined, colorScheme);
  for (const heading of ["Choose the region", "Paste the other fields", "Check the label"]) {
    await expect.element(screen.getByRole("heading", { name: heading })).toBeVisible();
  }
  expect(document.querySelectorAll("ol svg")).toHaveLength(3);
  await expect.element(screen.getByText("Wednesday")).toBeVisible();
  await expect.element(screen.getByText("09:30 to 18:30").first()).toBeVisible();
  await expectToFit([1280, 390]);
});

test("another phone scans the address in the shown language, or the page", async () => {
  const { screen } = await showPage();
  expect(screen.getByRole("img").elements()).toEqual([]);
  await screen.getByRole("button", { name: "Show QR code" }).click();
  const address = screen.getByRole("img", { name: "QR code with your address as text" });
  await expect.element(address).toBeVisible();
  expect(await scanned(address.element())).toBe(
    "陈美 S7K3-2QX\n+852 2345 6789\n香港特别行政区 九龙 观塘区 巧明街 100 号 12 楼 S7K3-2QX\n999077",
  );
  await screen.getByText("English").click();
  await expect.poll(() => scanned(address.element())).toContain("Mei Tan S7K3-2QX\n");
  await screen.getByText("Link to this page").click();
  const link = screen.getByRole("img", { name: "QR code with the link to this page" });
  await expect.element(link).toBeVisible();
  expect(await scanned(link.element())).toBe(`${window.location.origin}/dashboard/address`);
  await expectAccessible();
});

test("without a warehouse the page explains nothing that cannot be done", async () => {
  const { screen } = await showPage(async () => ({ ...ownAddress, items: [] }));
  await expect.element(screen.getByText("Our address is not open yet")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Choose the region" }).elements()).toEqual([]);
  expect(screen.getByRole("button", { name: "Show QR code" }).elements()).toEqual([]);
});

test("a failed load can be retried", async () => {
  let isWell = false;
  const { screen } = await showPage(async () => {
    if (!isWell) throw rejected("forbidden");
    return ownAddress;
  });
  await expect.element(screen.getByText("Your address could not be loaded")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("S7K3-2QX", { exact: true }).first()).toBeVisible();
});
