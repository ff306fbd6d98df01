import { ORPCError } from "@orpc/client";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { OrderedExtraService, ParcelImage } from "#goods/contract/parcel-measurements.ts";
import type { OwnParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import type { InboundParcel, InboundParcelEvent } from "#goods/contract/inbound-parcels.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import {
  expectedParcel,
  listOf,
  measured,
  measuredParcel,
  nothingAsked,
  openPackage,
  parcelImage,
  receivedParcel,
} from "#test/screen/parcels.ts";
import { orderedExtra } from "#test/screen/extra-services.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { OfflineError } from "#ui/web/api.tsx";
import ParcelPage from "./parcel-page.tsx";

afterEach(() => page.viewport(1280, 800));

const event = (
  id: string,
  kind: InboundParcelEvent["kind"],
  fields: Partial<InboundParcelEvent> = {},
): InboundParcelEvent => ({
  id,
  kind,
  packageId: null,
  packageNumber: null,
  packageTrackingNumber: null,
  byStaff: false,
  createdAt: expectedParcel.createdAt,
  ...fields,
});

async function showParcel(
  stored: {
    parcel: InboundParcel;
    images?: ParcelImage[];
    carrierEvents?: CarrierEvent[];
    events?: InboundParcelEvent[];
    removal?: OwnParcelRemoval;
    extraServices?: OrderedExtraService[];
  },
  answers: FakeAnswers["inboundParcels"] = {},
  extraServices: FakeAnswers["extraServices"] = {},
) {
  const shown = await showScreen({
    element: <ParcelPage />,
    path: "/dashboard/parcels/:inboundParcelId",
    address: `/dashboard/parcels/${stored.parcel.id}`,
    others: { "/dashboard/parcels": <p>The list of parcels</p> },
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      packages: { listPackages: async () => listOf([openPackage]) },
      inboundParcels: {
        readInboundParcel: async () => ({
          goodsItems: [],
          parcel: stored.parcel,
          images: stored.images ?? [],
          carrierEvents: stored.carrierEvents ?? [],
          events: stored.events ?? [event("1", "declared")],
          removal: stored.removal ?? null,
          ...nothingAsked,
          ...(stored.extraServices !== undefined && { extraServices: stored.extraServices }),
        }),
        ...answers,
      },
      extraServices,
    },
  });
  return shown;
}

const courierEvent: CarrierEvent = {
  id: "1",
  legNumber: null,
  stage: "out_for_delivery",
  description: "With the courier",
  place: "Shenzhen",
  country: "CN",
  occurredAt: "2031-04-02T08:30:00.000Z",
  localTime: "2031-04-02 16:30:00",
  utcOffsetMinutes: 480,
  timeConfidence: "exact",
  byStaff: false,
};

test("what was ordered for a parcel is shown, what is not done can be cancelled, and what is owed is named", async () => {
  const cancelled: unknown[] = [];
  const ordered = { ...orderedExtra, inboundParcelId: receivedParcel.id };
  const film = { ...ordered, id: "00000000-0000-4000-8000-000000000712", name: "Stretch film" };
  const unpaid = { ...film, state: "done" as const, endedAt: film.dueAt, shortfallCents: 60 };
  const { screen } = await showParcel(
    { parcel: receivedParcel, extraServices: [ordered, unpaid] },
    {},
    {
      cancelExtraService: async (input) => {
        cancelled.push(input);
        return { ...ordered, state: "cancelled" };
      },
    },
  );
  await expect.element(screen.getByText("Stretch film")).toBeVisible();
  await expect.element(screen.getByText(/\$0\.60 is not paid yet/)).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Cancel Contents check" }).click();
  await expect.poll(() => cancelled).toEqual([{ extraServiceRequestId: ordered.id }]);
});

describe("a parcel on its way", () => {
  test("shows what its courier reports", async () => {
    const { screen } = await showParcel({
      parcel: expectedParcel,
      carrierEvents: [courierEvent],
    });
    await expect.element(screen.getByRole("heading", { name: "Carrier Updates" })).toBeVisible();
    await expect.element(screen.getByText("The parcel may not reach us")).not.toBeInTheDocument();
    await expect.element(screen.getByText("With the courier")).toBeVisible();
    await expectAccessible();
  });

  test("says so where its courier lost it", async () => {
    const lost = { ...courierEvent, id: "2", stage: "lost" as const, description: "" };
    const { screen } = await showParcel({
      parcel: expectedParcel,
      carrierEvents: [lost, courierEvent],
    });
    await expect.element(screen.getByText("The parcel may not reach us")).toBeVisible();
    await expect
      .element(screen.getByText(/^Its courier last reported: Lost\. Please ask the shop/))
      .toBeVisible();
    await expectAccessible();
  });

  test("shows what is known and its history, newest first", async () => {
    const { screen } = await showParcel({
      parcel: expectedParcel,
      events: [
        event("1", "declared"),
        event("2", "put_into_package", { packageNumber: 1003, packageTrackingNumber: "YT88" }),
        event("3", "taken_out", { packageTrackingNumber: null, byStaff: true }),
      ],
    });
    await expect
      .element(screen.getByRole("heading", { name: "Parcel SF4000000000001" }))
      .toBeVisible();
    await expect.element(screen.getByText("Not here yet")).toBeVisible();
    const items = screen.getByRole("listitem");
    await expect.element(items.nth(1).getByText("Put into package P-1003 · YT88")).toBeVisible();
    await expect
      .element(
        items.first().getByText("Taken out of a package that was deleted later, by our staff"),
      )
      .toBeVisible();
    await expect.element(screen.getByText("This is not mine")).not.toBeInTheDocument();
    await expectAccessible();
  });

  test("can be corrected, with the values that were shown", async () => {
    const sent: unknown[] = [];
    const { screen } = await showParcel(
      { parcel: expectedParcel },
      {
        changeDeclaration: async (input) => {
          sent.push(input);
          return expectedParcel;
        },
      },
    );
    const save = screen.getByRole("button", { name: "Save", exact: true });
    await screen.getByRole("textbox", { name: "Shop", exact: true }).fill("Cup House");
    await save.click();
    await expect.poll(shownToasts).toContain("Parcel updated");
    const shown = {
      trackingNumber: "SF4000000000001",
      carrierCode: null,
      shop: "Tea House",
      orderReference: "40012345",
    };
    expect(sent).toEqual([
      {
        inboundParcelId: expectedParcel.id,
        fields: { ...shown, shop: "Cup House" },
        expectedVersion: shown,
      },
    ]);
  });

  test("that was changed elsewhere keeps what was typed, says so, and can be saved again", async () => {
    const expected: unknown[] = [];
    const current = {
      trackingNumber: "SF4000000000001",
      carrierCode: null,
      shop: "Silk House",
      orderReference: "",
    };
    const { screen } = await showParcel(
      { parcel: expectedParcel },
      {
        changeDeclaration: async ({ expectedVersion }) => {
          expected.push(expectedVersion);
          if (expected.length > 1) return expectedParcel;
          throw new ORPCError("conflict", { status: 409, data: { current } });
        },
      },
    );
    const shop = screen.getByRole("textbox", { name: "Shop", exact: true });
    await shop.fill("Cup House");
    const save = screen.getByRole("button", { name: "Save", exact: true });
    await save.click();
    await expect.element(screen.getByText(/Shop: Silk House/)).toBeVisible();
    await expect.element(shop).toHaveValue("Cup House");
    await save.click();
    await expect.poll(() => expected.length).toBe(2);
    expect(expected[1]).toEqual(current);
  });

  test("keeps what was typed without a connection, and shows a number declared twice at its field", async () => {
    const failures = [new OfflineError(), rejected("number_declared")];
    const { screen } = await showParcel(
      { parcel: expectedParcel },
      { changeDeclaration: () => Promise.reject(failures.shift()) },
    );
    const number = screen.getByRole("textbox", { name: "Tracking number" });
    await number.fill("SF4000000000009");
    const save = screen.getByRole("button", { name: "Save", exact: true });
    await save.click();
    await expect.element(screen.getByText(/^You are offline\. Nothing was sent/)).toBeVisible();
    await expect.element(number).toHaveValue("SF4000000000009");
    await save.click();
    await expect
      .element(screen.getByText("You have already declared another parcel with this number."))
      .toBeVisible();
    await expect.element(number).toHaveFocus();
  });

  test("is cancelled after a confirmation that says what happens", async () => {
    const stored = { parcel: expectedParcel };
    const { screen } = await showParcel(stored, {
      cancelInboundParcel: async () => {
        stored.parcel = { ...expectedParcel, state: "cancelled" };
        return stored.parcel;
      },
    });
    await screen.getByRole("button", { name: "It will not come" }).click();
    const dialog = screen.getByRole("dialog", { name: "Will this parcel not come?" });
    await expect.element(dialog.getByText(/If it arrives all the same/)).toBeVisible();
    await expectAccessible();
    await dialog.getByRole("button", { name: "It will not come" }).click();
    await expect.poll(shownToasts).toContain("The parcel is no longer expected");
    await expect.element(screen.getByText(/can no longer be changed/)).toBeVisible();
    await expect
      .element(screen.getByRole("button", { name: "Put into a package" }))
      .not.toBeInTheDocument();
  });
});

describe("a parcel in the warehouse", () => {
  test("keeps its number, and is taken out of its package", async () => {
    const moves: unknown[] = [];
    const { screen } = await showParcel(
      { parcel: receivedParcel },
      {
        moveInboundParcels: async (input) => {
          moves.push(input);
          return { items: [] };
        },
      },
    );
    await expect
      .element(screen.getByRole("link", { name: "P-1001 · SF1234567890123" }))
      .toHaveAttribute("href", `/dashboard/packages?package=${openPackage.id}`);
    await expect
      .element(screen.getByRole("textbox", { name: "Tracking number" }))
      .not.toBeInTheDocument();
    await screen.getByRole("button", { name: "Take out" }).click();
    await expect
      .poll(() => moves)
      .toEqual([{ inboundParcelIds: [receivedParcel.id], packageId: null }]);
  });

  test("that is not mine leaves after a confirmation, which can fail", async () => {
    let isRefused = true;
    const { screen } = await showParcel(
      { parcel: receivedParcel },
      {
        rejectInboundParcel: async () => {
          if (isRefused) throw rejected("inbound_parcel_not_free");
          return {};
        },
      },
    );
    await screen.getByRole("button", { name: "This is not mine" }).click();
    const dialog = screen.getByRole("dialog", { name: "Is this parcel not yours?" });
    await expect.element(dialog.getByText(/You cannot undo this yourself/)).toBeVisible();
    await expectAccessible();
    const confirm = dialog.getByRole("button", { name: "Not mine" });
    await expect.element(confirm).toBeVisible();
    confirm.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect
      .poll(shownToasts)
      .toContainEqual(expect.stringMatching(/^The parcel could not be changed/));
    isRefused = false;
    confirm.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(screen.getByText("The list of parcels")).toBeVisible();
    await expect.poll(shownToasts).toContain("The parcel was removed from your parcels");
  });
});

describe("what was recorded when a parcel arrived", () => {
  test("is shown in plain words, with what was found since and goods mean for shipping, and the scale's photo", async () => {
    const found = { batteries: ["loose" as const], goods: [] };
    const { screen } = await showParcel({
      parcel: {
        ...measuredParcel,
        measured: { ...measured, condition: "wet", battery: "none", goodsFlags: ["liquid"], found },
      },
      images: [parcelImage(1), parcelImage(2, { kind: "scale", imageUrl: "data:,scale" })],
      events: [event("1", "received"), event("2", "measured_again", { byStaff: true })],
    });
    for (const text of ["1.25 kg", "40 × 30 × 25 cm", "Wet", "Loose battery · Liquid"])
      await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/The outside was wet when it arrived/)).toBeVisible();
    const notice = screen.getByRole("alert");
    for (const text of [
      "Some shipping services may not take this parcel",
      "Hardly any service may take loose batteries or power banks.",
      "Some services may not take liquids, or ask for a proof of what they are.",
    ])
      await expect.element(notice.getByText(text)).toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "Photo of the scale" }))
      .toHaveAttribute("href", "data:,scale");
    await expect.element(screen.getByRole("listitem").getByText("Measured again")).toBeVisible();
    await expectAccessible();
  });

  test.each([
    [
      5,
      0,
      ["Free until May 5", "5 days left", "After that it costs $0.20 a day, never above $20.00."],
    ],
    [0, 0, ["Free until May 5", "Last free day"]],
    [-6, 120, ["Today: $1.20", "+$0.20 a day, never above $20.00"]],
    [-200, 2_000, ["Today: $20.00", "The most it costs"]],
  ])("with %i free days left says what storage costs", async (daysLeft, accruedCents, texts) => {
    const costs = { daysLeft, accruedCents, dayCents: 20, capCents: 2_000 };
    const storage = { freeUntil: "2031-05-05", ...costs };
    const { screen } = await showParcel({ parcel: { ...measuredParcel, storage } });
    for (const text of [...texts, "Nothing is charged until the parcel leaves our warehouse."])
      await expect.element(screen.getByText(text)).toBeVisible();
    await expectAccessible();
  });

  test("closes nothing without a battery or such goods", async () => {
    const { screen } = await showParcel({ parcel: measuredParcel });
    await expect.element(screen.getByText("No battery", { exact: true })).toBeVisible();
    await expect.element(screen.getByText("There are no photos of this parcel yet.")).toBeVisible();
    await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
  });

  test("has photos that the arrow keys go through", async () => {
    const images = [parcelImage(1), parcelImage(2, { kind: "label" }), parcelImage(3)];
    const { screen } = await showParcel({ parcel: measuredParcel, images });
    await expect.element(screen.getByRole("img", { name: "Photo of the parcel" })).toBeVisible();
    screen.getByRole("button", { name: "Next photo" }).element().focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(screen.getByRole("img", { name: "Photo of the label" })).toBeVisible();
    await expect.element(screen.getByText(/^Photo of the label, 2 of 3/)).toBeVisible();
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    await expect.element(screen.getByText(/^Photo of the parcel, 3 of 3/)).toBeVisible();
    await screen.getByRole("button", { name: "Show Photo of the label, 2 of 3" }).click();
    await expect.element(screen.getByRole("img", { name: "Photo of the label" })).toBeVisible();
    await expectAccessible();
  });

  test("reads the links to photos again when they have expired", async () => {
    const expired = parcelImage(1, { imageUrl: "/expired" });
    const stored = { parcel: measuredParcel, images: [expired] };
    let readings = 0;
    const { screen } = await showParcel(stored, {
      readInboundParcel: async () => {
        readings += 1;
        return {
          ...stored,
          goodsItems: [],
          images: readings === 1 ? [expired] : [parcelImage(1)],
          carrierEvents: [],
          events: [],
          removal: null,
          ...nothingAsked,
        };
      },
    });
    await expect.element(screen.getByRole("img", { name: "Photo of the parcel" })).toBeVisible();
    // The picture is there, broken, before its link has been read again.
    await expect.poll(() => readings).toBe(2);
  });

  test("says so when a photo cannot be loaded at all, and asks once", async () => {
    let readings = 0;
    const images = [parcelImage(1, { imageUrl: "/missing" })];
    const { screen } = await showParcel(
      { parcel: measuredParcel },
      {
        readInboundParcel: async () => {
          readings += 1;
          return {
            parcel: measuredParcel,
            goodsItems: [],
            images,
            carrierEvents: [],
            events: [],
            removal: null,
            ...nothingAsked,
          };
        },
      },
    );
    await expect.element(screen.getByText("This photo could not be loaded.")).toBeVisible();
    await expect.poll(() => readings).toBe(2);
  });
});

test("another customer's parcel does not exist", async () => {
  const { screen } = await showParcel(
    { parcel: expectedParcel },
    { readInboundParcel: () => Promise.reject(rejected("not_found")) },
  );
  await expect.element(screen.getByText(/This parcel does not exist/)).toBeVisible();
});

test("on a phone everything fits and is large enough for a finger", async () => {
  await page.viewport(390, 844);
  const { screen } = await showParcel({
    parcel: measuredParcel,
    images: [parcelImage(1), parcelImage(2, { kind: "scale" })],
  });
  await expect.element(screen.getByRole("button", { name: "Save", exact: true })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Next photo" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const small = [...document.querySelectorAll("section .mantine-Button-root")]
    .map((target) => target.getBoundingClientRect().height)
    .filter((height) => height < 44);
  expect(small).toEqual([]);
});

test("says that the parcel is about to be disposed of, until when its owner can object, and what was done", async () => {
  const removal: OwnParcelRemoval = {
    kind: "dispose",
    state: "asked",
    reason: "Nobody answers",
    imageId: parcelImage(1).id,
    noticeUntil: "2031-04-12",
    createdAt: "2031-04-05T02:00:00.000Z",
    decidedAt: null,
  };
  const stored = { parcel: measuredParcel, images: [parcelImage(1)] };
  const { screen } = await showParcel({ ...stored, removal });
  await expect.element(screen.getByText("We are about to dispose of this parcel")).toBeVisible();
  await expect.element(screen.getByText("Reason: Nobody answers")).toBeVisible();
  await expect.element(screen.getByText(/tell us by Apr 12, 2031 under/)).toBeVisible();
  await expectAccessible();
  const done = { ...removal, state: "confirmed", kind: "return" } as const;
  const later = await showParcel({
    ...stored,
    parcel: { ...measuredParcel, state: "returned", storage: null },
    removal: done,
    events: [
      event("1", "return_asked", { byStaff: true }),
      event("2", "returned", { byStaff: true }),
    ],
  });
  await expect
    .element(later.screen.getByText("We returned this parcel to its sender"))
    .toBeVisible();
  await expect.element(later.screen.getByText(/You pay nothing for its storage/)).toBeVisible();
});
