import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ListedShipment, PackageImage } from "#goods/contract/packages.ts";
import { chooseFiles } from "#test/screen/choose-files.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { expectToFit } from "#test/screen/expect-to-fit.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, meiAsCustomer, parcelUnderWay } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import ShipmentsPage from "./shipments-page.tsx";

const pkg: ListedShipment = {
  ...parcelUnderWay,
  imagesCount: 2,
  userEmail: mei.email,
  customer: meiAsCustomer,
};
const picture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='6'/%3E";

function image(number: number, address = picture): PackageImage {
  return {
    id: `00000000-0000-4000-8000-00000000020${number}`,
    imageName: `box ${number}.jpg`,
    imageUrl: address,
    thumbnailUrl: address,
    fileSize: 123_456,
    contentType: "image/jpeg",
    isOwn: false,
    createdAt: pkg.createdAt,
  };
}

let images: PackageImage[] = [];
beforeEach(() => {
  images = [image(1), image(2)];
});
afterEach(() => page.viewport(1280, 800));

async function show(packages: FakeAnswers["packages"] = {}) {
  await showScreen({
    element: <ShipmentsPage />,
    path: "/admin/dashboard/shipments",
    address: `/admin/dashboard/shipments?package=${pkg.id}`,
    answers: {
      packages: {
        listShipments: async () => ({
          items: [pkg],
          total: 1,
          counts: { all: 1, active: 1, delivered: 0 },
        }),
        listQrCodes: async () => ({ items: [] }),
        readShipment: async () => ({
          package: pkg,
          images,
          carrierEvents: [],
          estimates: [],
          events: [],
          charges: [],
          recipient: emptyRecipient,
          planMaxWeightGrams: null,
          shipRequestReference: null,
        }),
        ...packages,
      },
    },
  });
  const dialog = page.getByRole("dialog", { name: /^Package Details/ });
  await dialog.getByRole("button", { name: "By hand" }).click();
  await expect
    .element(dialog.getByRole("heading", { name: /^Package images/ }))
    .toBeInTheDocument();
  return dialog;
}

test("images are listed with names and sizes", async () => {
  const dialog = await show();
  const heading = dialog.getByRole("heading", { name: "Package images (2)" });
  heading.element().scrollIntoView();
  await expect.element(dialog.getByRole("img", { name: "box 1.jpg" })).toBeVisible();
  await expect.element(dialog.getByText("120.6 KB").first()).toBeVisible();
  await expect
    .element(dialog.getByRole("link", { name: "View box 2.jpg in a new tab" }))
    .toHaveAttribute("target", "_blank");
  await expectToFit([1280, 390], { height: 800 });
  await expect.element(dialog.getByRole("img", { name: "box 1.jpg" })).toBeVisible();
});

test("an image that does not load shows what to do", async () => {
  images = [image(1, "data:image/png;base64,broken")];
  const dialog = await show();
  for (const sentence of [
    "Image Preview Unavailable",
    "Click View to open in new tab",
    "Check storage bucket permissions",
  ]) {
    await expect.element(dialog.getByText(sentence)).toBeInTheDocument();
  }
});

test("an image is downloaded under its own name, and a failure shows a toast", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  images = [image(1), image(2, `${window.location.origin}/nothing-here/at-all.json?missing`)];
  const dialog = await show();
  await dialog.getByRole("button", { name: "Download box 1.jpg" }).click();
  await expect.poll(() => saved).toEqual(["box 1.jpg"]);
  vi.spyOn(window, "fetch").mockResolvedValue(new Response("gone", { status: 404 }));
  await dialog.getByRole("button", { name: "Download box 2.jpg" }).click();
  await expect.element(page.getByText("Failed to download image.")).toBeVisible();
  expect(saved).toEqual(["box 1.jpg"]);
});

test("deleting an image asks for confirmation and updates the list", async () => {
  const sent: unknown[] = [];
  const dialog = await show({
    deleteImage: async (input) => {
      sent.push(input);
      images = [image(2)];
      return {};
    },
  });
  await dialog.getByRole("button", { name: "Delete box 1.jpg" }).click();
  const question = page.getByRole("dialog", { name: "Delete this image?" });
  const cancel = question.getByRole("button", { name: "Cancel" });
  await expect.element(cancel).toBeVisible();
  await expectAccessible();
  await cancel.click();
  await expect.element(question).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  await dialog.getByRole("button", { name: "Delete box 1.jpg" }).click();
  await question.getByRole("button", { name: "Delete image" }).click();
  await expect.element(page.getByText("Image deleted", { exact: true })).toBeVisible();
  expect(sent).toEqual([{ imageId: image(1).id }]);
  await expect.element(dialog.getByText("box 1.jpg")).not.toBeInTheDocument();
  await expect
    .element(dialog.getByRole("heading", { name: "Package images (1)" }))
    .toBeInTheDocument();
});

test("deleting an image that is already deleted shows a notice and updates the list", async () => {
  const dialog = await show({
    deleteImage: () => {
      images = [];
      return Promise.reject(rejected("not_found"));
    },
  });
  await dialog.getByRole("button", { name: "Delete box 2.jpg" }).click();
  await page.getByRole("button", { name: "Delete image" }).click();
  await expect.element(page.getByText("This image was deleted already")).toBeVisible();
  await expect
    .element(dialog.getByText("No images uploaded for this package."))
    .toBeInTheDocument();
});

test("a failed deletion shows a toast and keeps the confirmation open", async () => {
  const dialog = await show({ deleteImage: () => Promise.reject(rejected("forbidden")) });
  await dialog.getByRole("button", { name: "Delete box 2.jpg" }).click();
  await page.getByRole("button", { name: "Delete image" }).click();
  await expect.element(page.getByText("Failed to delete image.")).toBeVisible();
  await expect.element(page.getByRole("dialog", { name: "Delete this image?" })).toBeVisible();
});

test("staff add images", async () => {
  const uploads: string[] = [];
  await show({
    addImage: async ({ packageId, file }) => {
      uploads.push(`${packageId} ${file.name}`);
      return image(3);
    },
  });
  const dialog = page.getByRole("dialog", { name: /^Package Details/ });
  await expect.element(dialog.getByRole("button", { name: "Add images" })).toBeVisible();
  const damage = new File(["x"], "damage.jpg", { type: "image/jpeg" });
  chooseFiles(dialog.element().querySelector("input[type=file]"), [damage]);
  await expect.element(page.getByText("1 image added")).toBeVisible();
  expect(uploads).toEqual([`${pkg.id} damage.jpg`]);
});
