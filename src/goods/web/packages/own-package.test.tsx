// What customers change in the details of their own package.
import { ORPCError } from "@orpc/client";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { OwnPackageDetails, Package } from "#goods/contract/packages.ts";
import { emptyRecipient, type Recipient } from "#catalogue/rules/recipient.ts";
import { chooseFiles } from "#test/screen/choose-files.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, parcelUnderWay, sessionOf, superPlan } from "#test/screen/users.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import PackagesPage from "./packages-page.tsx";

afterEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

const pending: Package = {
  ...parcelUnderWay,
  status: "pending",
  legs: parcelUnderWay.legs.map((leg) => ({ ...leg, status: "pending" })),
};

const complete: Recipient = {
  name: "Emma Thompson",
  latinName: "",
  phone: "+1 555 0100",
  address: "418 Alder Street",
  addressLine2: "Apt 5",
  importerReference: "",
  city: "Portland",
  state: "OR",
  postalCode: "97204",
};

const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

const imageOf = (imageName: string, isOwn: boolean) => ({
  id: crypto.randomUUID(),
  imageName,
  imageUrl: picture,
  thumbnailUrl: picture,
  fileSize: 34_560,
  contentType: "image/gif",
  isOwn,
  createdAt: pending.createdAt,
});

/** The details of one package; `stored` can be replaced, as by the server. */
async function showDetails(
  stored: { details: Partial<OwnPackageDetails> },
  packages: FakeAnswers["packages"] = {},
) {
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <PackagesPage />
      </DraftOwner>
    ),
    path: "/dashboard/packages",
    address: `/dashboard/packages?package=${pending.id}`,
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      plans: { readSubscription: async () => superPlan },
      packages: {
        listPackages: async () => ({
          items: [{ ...pending, thumbnailUrl: null, contents: null }],
          total: 1,
          counts: { all: 1, active: 1, delivered: 0 },
        }),
        readPackage: async () => ({
          package: pending,
          images: [],
          carrierEvents: [],
          estimates: [],
          events: [],
          charges: [],
          recipient: complete,
          returnsQuota: true,
          ...stored.details,
        }),
        ...packages,
      },
      inboundParcels: {
        listInboundParcels: async () => ({
          items: [],
          total: 0,
          counts: { awaited: 0, here: 0, gone: 0 },
        }),
      },
    },
  });
  const dialog = screen.getByRole("dialog", { name: "Package Details" });
  await expect.element(dialog.getByRole("heading", { name: "History" })).toBeInTheDocument();
  return { screen, dialog };
}

describe("a pending package", () => {
  test("can be edited, with the values that were shown", async () => {
    const stored = { details: {} };
    let sent: unknown = null;
    const { screen, dialog } = await showDetails(stored, {
      updatePackage: async (input) => {
        sent = input;
        stored.details = { package: { ...pending, description: "Green tea" } };
        return {};
      },
    });
    await dialog.getByRole("button", { name: "Edit", exact: true }).click();
    await expectAccessible();
    const weight = dialog.getByLabelText("Estimated weight (kg)");
    await expect.element(weight).toHaveFocus();
    await weight.fill("0");
    await dialog.getByRole("textbox", { name: "Description" }).fill("Green tea");
    const save = dialog.getByRole("button", { name: "Save changes" });
    await save.click();
    await expect.element(weight).toBeInvalid();
    expect(sent).toBeNull();
    await weight.fill("1.25");
    await save.click();
    await expect.element(screen.getByText("Package updated")).toBeVisible();
    await expect.element(dialog.getByText("Green tea")).toBeVisible();
    expect(sent).toEqual({
      packageId: pending.id,
      fields: { description: "Green tea", estimatedWeightGrams: 1250 },
      expectedVersion: {
        description: pending.description,
        estimatedWeightGrams: pending.estimatedWeightGrams,
      },
    });
  });

  test("that was changed elsewhere keeps what was typed, says so, and can be saved again", async () => {
    const current = { description: "Black tea", estimatedWeightGrams: 900 };
    const expected: unknown[] = [];
    const { dialog } = await showDetails(
      { details: {} },
      {
        updatePackage: async ({ expectedVersion }) => {
          expected.push(expectedVersion);
          if (expected.length > 1) return {};
          throw new ORPCError("conflict", { status: 409, data: { current } });
        },
      },
    );
    await dialog.getByRole("button", { name: "Edit", exact: true }).click();
    const description = dialog.getByRole("textbox", { name: "Description" });
    await description.fill("Green tea");
    const save = dialog.getByRole("button", { name: "Save changes" });
    await save.click();
    await expect
      .element(dialog.getByText(/in another window to 0\.9 kg, “Black tea”/))
      .toBeVisible();
    await expect.element(description).toHaveValue("Green tea");
    await save.click();
    await expect.element(description).not.toBeInTheDocument();
    expect(expected[1]).toEqual(current);
  });

  test.each([
    [true, /^We will not forward it.* One package is added back to this month's quota\.$/],
    [false, /the quota does not change\.$/],
  ])(
    "can be cancelled, and the dialog says whether the quota comes back: %s",
    async (returnsQuota, text) => {
      const stored: { details: Partial<OwnPackageDetails> } = { details: { returnsQuota } };
      let sent: unknown = null;
      const { screen, dialog } = await showDetails(stored, {
        cancelPackage: async (input) => {
          sent = input;
          stored.details = { package: { ...pending, status: "cancelled" }, returnsQuota: false };
          return { isQuotaReturned: returnsQuota };
        },
      });
      await dialog.getByRole("button", { name: "Cancel package" }).click();
      const confirmation = screen.getByRole("dialog", { name: "Cancel this package?" });
      await expect.element(confirmation.getByText(text)).toBeVisible();
      await expectAccessible();
      await confirmation.getByRole("textbox", { name: "Reason" }).fill("Ordered twice");
      await confirmation.getByRole("button", { name: "Cancel package" }).click();
      await expect.element(screen.getByText("Package cancelled")).toBeVisible();
      expect(sent).toEqual({ packageId: pending.id, reason: "Ordered twice" });
      await expect
        .element(dialog.getByText(/no longer be changed, since it was delivered, cancelled/))
        .toBeVisible();
      await expect
        .element(dialog.getByRole("button", { name: "Edit", exact: true }))
        .not.toBeInTheDocument();
    },
  );

  test("has its own images deleted, and none of staff", async () => {
    const [own, byStaff] = [imageOf("mine.gif", true), imageOf("theirs.gif", false)];
    const stored = { details: { images: [own, byStaff] } };
    const { dialog } = await showDetails(stored, {
      deleteOwnImage: async ({ imageId }) => {
        expect(imageId).toBe(own.id);
        stored.details = { images: [byStaff] };
        return {};
      },
    });
    const remove = dialog.getByRole("button", { name: "Delete theirs.gif" });
    await expect.element(remove).not.toBeInTheDocument();
    await dialog.getByRole("button", { name: "Delete mine.gif" }).click();
    await expect.element(dialog.getByText("mine.gif")).not.toBeInTheDocument();
    await expect.element(dialog.getByText("theirs.gif")).toBeVisible();
  });
});

test.each([
  ["Edit", "Description", "Save changes", "Green tea"],
  ["Edit recipient", "Recipient", "Save recipient", "Ben Carter"],
])("what was typed after %s is kept until it is saved", async (edit, field, save, typed) => {
  const stored: { details: Partial<OwnPackageDetails> } = { details: {} };
  const { dialog } = await showDetails(stored, {
    updatePackage: async () => ({}),
    updateRecipient: async () => ({}),
  });
  const start = dialog.getByRole("button", { name: edit, exact: true });
  const input = dialog.getByRole("textbox", { name: field, exact: true });
  const close = dialog.getByRole("button", { name: "Close", exact: true }).last();
  await start.click();
  const before = (input.element() as HTMLInputElement).value;
  await input.fill(typed);
  await close.click();
  await start.click();
  await expect.element(input).toHaveValue(typed);
  await dialog.getByRole("button", { name: save }).click();
  await start.click();
  await expect.element(input).toHaveValue(before);
});

test("the reason for cancelling is kept until the package is cancelled", async () => {
  let isRejected = true;
  const { screen, dialog } = await showDetails(
    { details: {} },
    {
      cancelPackage: async () => {
        if (isRejected) throw new ORPCError("package_not_changeable", { status: 409 });
        return { isQuotaReturned: true };
      },
    },
  );
  const start = dialog.getByRole("button", { name: "Cancel package" });
  const confirmation = screen.getByRole("dialog", { name: "Cancel this package?" });
  const reason = confirmation.getByRole("textbox", { name: "Reason" });
  const cancel = confirmation.getByRole("button", { name: "Cancel package" });
  await start.click();
  await reason.fill("Ordered twice");
  await confirmation.getByRole("button", { name: "Keep package" }).click();
  await expect.element(confirmation).not.toBeInTheDocument();
  await start.click();
  await expect.element(reason).toHaveValue("Ordered twice");
  await cancel.click();
  await expect.element(screen.getByText("Failed to cancel package")).toBeVisible();
  await expect.element(reason).toHaveValue("Ordered twice");
  isRejected = false;
  await cancel.click();
  await expect.element(confirmation).not.toBeInTheDocument();
  await start.click();
  await expect.element(reason).toHaveValue("");
});

test("A package under way says why it cannot be changed, and still takes images", async () => {
  const uploads: string[] = [];
  const { screen, dialog } = await showDetails(
    { details: { package: { ...parcelUnderWay, imagesCount: 8 } } },
    {
      addImage: async ({ file }) => {
        uploads.push(file.name);
        return imageOf(file.name, true);
      },
    },
  );
  await expect
    .element(dialog.getByText(/can no longer be changed, since a leg of it has already moved/))
    .toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Add images" })).toBeVisible();
  const fileOf = (name: string, type = "image/gif") => new File(["x"], name, { type });
  chooseFiles(dialog.element().querySelector("input[type=file]"), [
    fileOf("one.gif"),
    fileOf("words.txt", "text/plain"),
    fileOf("two.gif"),
    fileOf("three.gif"),
  ]);
  await expect.element(screen.getByText("2 images added")).toBeVisible();
  await expect.element(screen.getByText("2 images were skipped")).toBeVisible();
  await expect
    .element(screen.getByText(/words\.txt: This file is not an image\. three\.gif: A package can/))
    .toBeVisible();
  expect(uploads).toEqual(["one.gif", "two.gif"]);
});

describe("the recipient", () => {
  test("is shown, and changed for this package", async () => {
    const stored = { details: {} };
    let sent: unknown = null;
    const { dialog } = await showDetails(stored, {
      updateRecipient: async (input) => {
        sent = input;
        stored.details = { recipient: input.recipient };
        return {};
      },
    });
    const section = dialog.getByRole("region", { name: "Recipient" });
    await expect.element(section.getByText("Portland, OR 97204")).toBeVisible();
    await section.getByRole("button", { name: "Edit recipient" }).click();
    await expectAccessible();
    await section.getByRole("textbox", { name: "Recipient" }).fill("Ben Carter");
    await section.getByRole("button", { name: "Save recipient" }).click();
    await expect.element(section.getByText("Ben Carter")).toBeVisible();
    expect(sent).toEqual({
      packageId: pending.id,
      recipient: { ...complete, name: "Ben Carter" },
      expectedVersion: complete,
    });
  });

  test("that lacks something is asked for while the package is under way", async () => {
    const recipient = { ...emptyRecipient, name: "Emma Thompson" };
    const { dialog } = await showDetails({ details: { package: parcelUnderWay, recipient } });
    const section = dialog.getByRole("region", { name: "Recipient" });
    await expect
      .element(
        section.getByText(
          "Missing: phone, street address, city, state or province, and postal code. Please add it before the package is handed to the carrier.",
        ),
      )
      .toBeVisible();
    await expect.element(section.getByRole("button", { name: "Edit recipient" })).toBeVisible();
  });
});

test("remaining legs say when they are expected, how that is known, and what is unusual", async () => {
  const inTransit: Package = {
    ...pending,
    status: "in_transit",
    legs: pending.legs.map((leg, index) => ({
      ...leg,
      carrier: "Hong Kong Post",
      status: index === 0 ? "in_transit" : "pending",
      departedAt: index === 0 ? "2026-11-20T12:00:00.000Z" : null,
      estimatedArrival: index === 0 ? "2027-01-06T12:00:00.000Z" : leg.estimatedArrival,
    })),
  };
  const year = new Date().getFullYear() + 1;
  const none = {
    parcelsCount: null,
    since: null,
    isLate: false,
    silentDays: null,
    silenceOneIn: null,
  };
  const { dialog, screen } = await showDetails({
    details: {
      package: inTransit,
      estimates: [
        {
          ...none,
          legNumber: 1,
          earliestAt: `${year}-12-04T12:00:00.000Z`,
          latestAt: `${year}-12-09T12:00:00.000Z`,
          dependsOnService: false,
          basis: "measured",
          parcelsCount: 40,
          since: "2026-09-01T00:00:00.000Z",
          isLate: true,
          silentDays: 8,
          silenceOneIn: 12,
        },
        {
          ...none,
          legNumber: 2,
          earliestAt: null,
          latestAt: `${year}-12-14T12:00:00.000Z`,
          dependsOnService: false,
          basis: "published",
        },
      ],
    },
  });
  const first = dialog.getByRole("button", {
    name: /^Expected between December 4, \d+ and December 9, \d+$/,
  });
  await expect.element(first).toBeVisible();
  await expect
    .element(first)
    .toHaveAccessibleDescription(
      "From 40 packages on this lane since September 2026: half arrived by the first date, nine in ten by the second.",
    );
  // What was planned before it departed would contradict it.
  await expect.element(dialog.getByText(/^Departed Nov 20, 2026$/)).toBeVisible();
  await expect.element(dialog.getByText(/arrives by Jan 6, 2027/)).not.toBeInTheDocument();
  await expect.element(dialog.getByText("Late", { exact: true })).toBeVisible();
  await expect.element(dialog.getByText("No news for 8 days")).toBeVisible();
  await expect.element(dialog.getByText("on this lane that happens to 1 in 12")).toBeVisible();
  const whole = dialog.getByRole("button", { name: /^Expected in .+ by December 14/ });
  await whole.click();
  const bubble = screen.getByRole("tooltip");
  await expect
    .element(bubble)
    .toHaveTextContent("The times of the legs that remain, added together.");
  await expectAccessible();
  // Escape closes the explanation, and not the dialog.
  await userEvent.keyboard("{Escape}");
  await expect.element(bubble).not.toBeInTheDocument();
  // Longer than a dialog takes to disappear.
  await new Promise((resolve) => setTimeout(resolve, 400));
  await expect.element(dialog).toBeVisible();
});

test("of a delivered package carrier updates and parcels are folded, and nobody says that there are no images", async () => {
  const delivered = {
    ...pending,
    status: "delivered",
    parcelsCount: 1,
    parcelsHereCount: 1,
  } as const;
  const { dialog } = await showDetails({ details: { package: delivered } });
  for (const name of ["Carrier Updates", "Parcels"]) {
    const heading = dialog.getByRole("heading", { name, exact: true });
    await expect.element(heading).toBeVisible();
    const part = heading.element().closest("details");
    expect(part?.open, name).toBe(false);
    await heading.click();
    expect(part?.open, name).toBe(true);
  }
  expect(dialog.getByText(/No images/).elements()).toEqual([]);
  await expectAccessible();
});
