// A package that its owner shares: the page behind the link, and the link in the package's details.
import { describe, expect, test } from "vitest";
import type { PackageShare, SharedPackage } from "#goods/contract/package-shares.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { parcelUnderWay } from "#test/screen/users.ts";
import { ShareSection } from "#goods/web/packages/share-section.tsx";
import SharedPackagePage from "./shared-package-page.tsx";

const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

const shared: SharedPackage = {
  origin: "China",
  destination: "United States",
  status: "in_transit",
  deliveredAt: null,
  endsAt: null,
  estimates: [
    {
      legNumber: 3,
      earliestAt: "2091-05-01T12:00:00.000Z",
      latestAt: "2091-05-04T12:00:00.000Z",
      dependsOnService: false,
      basis: "published",
      parcelsCount: null,
      since: null,
      isLate: false,
      silentDays: null,
      silenceOneIn: null,
    },
  ],
  legs: parcelUnderWay.legs.map((leg) => ({
    legNumber: leg.legNumber,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier,
    estimatedDeparture: null,
    estimatedArrival: "2026-05-04T00:00:00.000Z",
    status: leg.status,
    departedAt: null,
    arrivedAt: null,
  })),
  carrierEvents: [
    {
      id: "7",
      legNumber: 1,
      stage: "departed",
      description: "",
      place: "Shenzhen",
      country: "CN",
      occurredAt: "2026-04-20T08:00:00.000Z",
      localTime: "2026-04-20 16:00:00",
      utcOffsetMinutes: 480,
      timeConfidence: "exact",
      byStaff: false,
    },
  ],
  photos: [],
};

async function showPage(
  readShared: NonNullable<FakeAnswers["packageShares"]>["readShared"] = async () => shared,
) {
  const { screen } = await showScreen({
    element: <SharedPackagePage />,
    path: "/t/:token",
    address: `/t/${"x".repeat(64)}`,
    answers: { packageShares: { readShared } },
  });
  return screen;
}

describe("the page of a shared package", () => {
  test("shows its way, what carriers report and when it is expected", async () => {
    const screen = await showPage();
    const heading = screen.getByRole("heading", { level: 1 });
    await expect.element(heading).toHaveTextContent("A package from China to United States");
    await expect
      .element(screen.getByText("Expected arrival: between May 1, 2091 and May 4, 2091"))
      .toBeVisible();
    await expect.element(screen.getByText("Shenzhen, China")).toBeVisible();
    await expect
      .element(screen.getByRole("img", { name: /last reported it in China/ }))
      .toBeVisible();
    expect(screen.getByText("Check for Updates").elements()).toHaveLength(0);
    await expectAccessible();
  });

  test("says that the arrival depends on the service while none was accepted", async () => {
    const [estimate] = shared.estimates;
    if (estimate === undefined) throw new Error("There is an estimate.");
    const open = { ...estimate, earliestAt: null, latestAt: null, dependsOnService: true };
    const screen = await showPage(async () => ({ ...shared, estimates: [open] }));
    await expect
      .element(screen.getByText("Expected arrival: depends on the service"))
      .toBeVisible();
  });

  test("says when it was delivered, until when the link works, and shows photos", async () => {
    const photos = [{ imageUrl: picture, thumbnailUrl: picture }];
    const deliveredAt = "2026-05-02T09:00:00.000Z";
    const endsAt = "2026-06-01T09:00:00.000Z";
    const screen = await showPage(async () => ({ ...shared, deliveredAt, endsAt, photos }));
    await expect.element(screen.getByText("Delivered on May 2, 2026")).toBeVisible();
    await expect.element(screen.getByText(/This link works until Jun 1, 2026\./)).toBeVisible();
    await expect.element(screen.getByRole("img", { name: "Photo 1" })).toBeVisible();
  });

  test.each([
    ["not_found", "This link does not work", /ask whoever sent it/],
    ["too_many_requests", "The package could not be loaded", /try again in an hour/],
  ] as const)("says what to do after %s", async (code, title, text) => {
    const screen = await showPage(() => Promise.reject(rejected(code)));
    await expect.element(screen.getByText(title)).toBeVisible();
    await expect.element(screen.getByText(text)).toBeVisible();
    await expectAccessible();
  });
});

const openShare: PackageShare = {
  url: `https://sampan.example/t/${"y".repeat(64)}`,
  hasPhotos: false,
  views: 2,
  createdAt: "2026-04-20T08:00:00.000Z",
  endsAt: null,
};

async function showSection(answers: NonNullable<FakeAnswers["packageShares"]>) {
  const { screen } = await showScreen({
    element: <ShareSection packageId={parcelUnderWay.id} />,
    path: "/dashboard/packages",
    answers: { packageShares: answers },
  });
  return screen;
}

describe("the link in a package's details", () => {
  test("is created, shows photos on request, and ends after a second click", async () => {
    const asked: string[] = [];
    let share: PackageShare | null = null;
    const screen = await showSection({
      readOwnShare: async () => ({ share }),
      shareOwnPackage: async ({ hasPhotos }) => {
        asked.push(hasPhotos ? "with photos" : "without photos");
        share = { ...openShare, hasPhotos };
        return share;
      },
      endShare: async () => {
        asked.push("end");
        share = null;
        return {};
      },
    });
    await screen.getByRole("button", { name: "Create Share Link" }).click();
    const link = screen.getByRole("textbox", { name: "Share link" });
    await expect.element(link).toHaveValue(openShare.url);
    await expect.element(screen.getByText(/Created Apr 20, 2026, opened 2 times\./)).toBeVisible();
    await expectAccessible();
    const photos = screen.getByRole("switch", { name: /^Also show the photos/ });
    await photos.click();
    await expect.element(photos).toBeChecked();
    await screen.getByRole("button", { name: "End Link" }).click();
    await expect.element(screen.getByText(/stops working at once/)).toBeVisible();
    await screen.getByRole("button", { name: "End Link" }).click();
    await expect.element(screen.getByRole("button", { name: "Create Share Link" })).toBeVisible();
    expect(asked).toEqual(["without photos", "with photos", "end"]);
  });

  test("stays as it is when a change fails, which is said", async () => {
    const screen = await showSection({
      readOwnShare: async () => ({ share: openShare }),
      shareOwnPackage: async () => await Promise.reject(rejected("share_over")),
      endShare: async () => await Promise.reject(new Error("No connection")),
    });
    const photos = screen.getByRole("switch", { name: /^Also show the photos/ });
    await photos.click();
    await expect.element(screen.getByText(/more than 30 days ago/)).toBeVisible();
    await expect.element(photos).not.toBeChecked();
    await screen.getByRole("button", { name: "End Link" }).click();
    await screen.getByRole("button", { name: "End Link" }).click();
    await expect
      .element(screen.getByText("The link could not be ended.", { exact: false }))
      .toBeVisible();
    await expect
      .element(screen.getByRole("textbox", { name: "Share link" }))
      .toHaveValue(openShare.url);
  });
});
