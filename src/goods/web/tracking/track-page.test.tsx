import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { parcelUnderWay } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import TrackPage from "./track-page.tsx";

beforeEach(() => {
  vi.spyOn(window, "open").mockReturnValue(null);
});

async function showTracking(
  query = "",
  trackPackage: NonNullable<FakeAnswers["packages"]>["trackPackage"] = async () => ({ items: [] }),
) {
  const { screen } = await showScreen({
    element: <TrackPage />,
    path: "/dashboard/track",
    address: `/dashboard/track${query}`,
    answers: { packages: { trackPackage } },
  });
  return {
    screen,
    number: screen.getByRole("textbox", { name: "Tracking number" }),
    carrier: screen.getByRole("combobox", { name: "Carrier" }),
    track: screen.getByRole("button", { name: "Track Package" }),
  };
}

test("a missing number is an error", async () => {
  const { screen, number, track } = await showTracking();
  await track.click();
  await expect.element(screen.getByText("Tracking number required")).toBeVisible();
  await expect.element(number).toHaveFocus();
  expect(window.open).not.toHaveBeenCalled();
});

test("a missing carrier is an error", async () => {
  const { screen, number, carrier, track } = await showTracking();
  await number.fill("ABC123456");
  await track.click();
  await expect.element(screen.getByText("Carrier required")).toBeVisible();
  await expect.element(carrier).toHaveFocus();
});

test("a number of only one carrier preselects it, and its page opens in a new tab", async () => {
  const { screen, number, carrier, track } = await showTracking();
  await number.fill("1Z5R89390357567127");
  await expect.element(carrier).toHaveValue("UPS");
  await expect.element(screen.getByText(/^Recognized from the number/)).toBeVisible();
  await track.click();
  expect(window.open).toHaveBeenCalledWith(
    "https://www.ups.com/track?loc=en_US&tracknum=1Z5R89390357567127",
    "_blank",
    "noopener",
  );
});

test("a number that may belong to several carriers offers them", async () => {
  const { screen, number, carrier } = await showTracking();
  await number.fill("986578788855");
  await expect.element(carrier).toHaveValue("");
  await expect
    .element(
      screen.getByText("Its check digit would be right, as it is for some numbers of others too"),
    )
    .toBeVisible();
  await screen.getByRole("button", { name: "FedEx" }).click();
  await expect.element(carrier).toHaveValue("FedEx");
});

test("a possible typo is shown as a hint", async () => {
  const { screen, number } = await showTracking();
  await number.fill("RB123456786US");
  await expect
    .element(screen.getByText("Please check this number. It may contain a typo."))
    .toBeVisible();
});

test("number and carrier can be set in the address", async () => {
  const { number, carrier } = await showTracking("?number=EB000717595HK&carrier=hk-post");
  await expect.element(number).toHaveValue("EB000717595HK");
  await expect.element(carrier).toHaveValue("Hong Kong Post");
});

test("copying requires a number, copies it normalized, and shows an error when the browser blocks it", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { screen, number } = await showTracking();
  const copy = screen.getByRole("button", { name: "Copy Number" });
  await copy.click();
  await expect.element(screen.getByText("No tracking number")).toBeVisible();
  await number.fill(" ra123456785hk ");
  await copy.click();
  await expect.element(screen.getByText("Tracking number copied")).toBeVisible();
  expect(write).toHaveBeenCalledWith("RA123456785HK");
  write.mockRejectedValue(new Error("denied"));
  await copy.click();
  await expect.element(screen.getByText("Copy failed")).toBeVisible();
  await expect
    .element(screen.getByText("Could not copy to clipboard. Please copy manually."))
    .toBeVisible();
});

test("the number is copied if the carrier's page may not fill it in", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { screen, track } = await showTracking("?number=EB000717595HK&carrier=hk-post");
  await track.click();
  await expect
    .element(screen.getByText("Hong Kong Post may ask for the number. You can paste it there."))
    .toBeVisible();
});

test("a number of the user's own package shows its journey, legs and history", async () => {
  const requestedNumbers: string[] = [];
  const { screen, number } = await showTracking("", async ({ trackingNumber }) => {
    requestedNumbers.push(trackingNumber);
    const event = { id: "1", legNumber: null, before: null, after: null, byStaff: false };
    return {
      items: [
        {
          package: parcelUnderWay,
          carrierEvents: [],
          estimates: [],
          events: [{ ...event, kind: "package_created", createdAt: parcelUnderWay.createdAt }],
        },
      ],
    };
  });
  await number.fill("eb000717595hk");
  await expect.element(screen.getByRole("heading", { name: "Your package" })).toBeVisible();
  await expect.element(screen.getByText("Singapore to United States")).toBeVisible();
  await expect.element(screen.getByText("Package registered")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "View Details" }))
    .toHaveAttribute("href", `/dashboard/packages?package=${parcelUnderWay.id}`);
  await expect
    .element(screen.getByRole("img", { name: /^Map of the journey\. Leg 1/ }))
    .toBeVisible();
  expect(requestedNumbers).toEqual(["EB000717595HK"]);
  await expectAccessible();
});

describe("what carriers report", () => {
  const report = (id: string, changes: Partial<CarrierEvent>): CarrierEvent => ({
    id,
    legNumber: 2,
    stage: "departed",
    description: "Left the office of exchange",
    place: "Hong Kong",
    country: "HK",
    occurredAt: "2031-04-08T02:15:00.000Z",
    localTime: "2031-04-08 10:15:00",
    utcOffsetMinutes: 480,
    timeConfidence: "exact",
    byStaff: false,
    ...changes,
  });

  async function showEvents(
    carrierEvents: readonly CarrierEvent[],
    { isQueued, delayedSince }: { isQueued: boolean; delayedSince: string | null } = {
      isQueued: true,
      delayedSince: null,
    },
  ) {
    const asked: string[] = [];
    const { screen } = await showScreen({
      element: <TrackPage />,
      path: "/dashboard/track",
      address: "/dashboard/track?number=EB000717595HK",
      answers: {
        packages: {
          trackPackage: async () => ({
            items: [
              {
                package: parcelUnderWay,
                events: [],
                carrierEvents: [...carrierEvents],
                estimates: [],
              },
            ],
          }),
        },
        tracking: {
          refreshTracking: async ({ legId }) => {
            asked.push(legId);
            return { isQueued };
          },
          readProviderDelay: async () => ({ delayedSince }),
        },
      },
    });
    const updates = screen.getByRole("region", { name: "Carrier Updates" });
    await expect.element(updates.getByRole("heading")).toBeVisible();
    return { screen, updates, asked };
  }

  test("stands by leg, the latest first, with its words, place and times, and is marked on the map", async () => {
    const { screen, updates } = await showEvents([
      report("3", { stage: "arrived", place: null, country: "NL", description: "Arrived" }),
      report("2", { timeConfidence: "date", localTime: "2031-04-07" }),
      report("1", { legNumber: 1, stage: "delivered", byStaff: true }),
    ]);
    const names = updates
      .getByRole("region")
      .elements()
      .map((leg) => leg.ariaLabel);
    expect(names).toEqual(["Leg 2: Hong Kong to Singapore", "Leg 1: China to Hong Kong"]);
    const second = updates.getByRole("region", { name: "Leg 2: Hong Kong to Singapore" });
    await expect.element(second.getByText("Netherlands")).toBeVisible();
    await expect.element(second.getByText("Left the office of exchange")).toBeVisible();
    await expect.element(second.getByText("Apr 7, 2031, time not reported")).toBeVisible();
    await expect.element(updates.getByText(/Added by our staff/)).toBeVisible();
    const times = second
      .getByRole("time")
      .elements()
      .map(({ textContent }) => textContent);
    // The day is named once where it is the same for both.
    expect(times[0]).toMatch(/^Apr 8, 2031, 10:15\sAM local time, 2:15\sAM your time$/);
    await expect
      .element(screen.getByRole("img", { name: /The carrier last reported it in Netherlands\.$/ }))
      .toBeVisible();
    await expect.poll(() => document.querySelectorAll("[data-marker]").length).toBe(1);
  });

  test("is text, whatever it contains, and fits a phone", async () => {
    await page.viewport(390, 844);
    const hostile = `<img src=x onerror="document.title='hacked'">\u202Etxet${"W".repeat(450)}`;
    const { updates } = await showEvents([report("1", { description: hostile })]);
    await expect.element(updates.getByText(/^<img src=x/)).toBeVisible();
    expect(updates.getByText(/^<img src=x/).element().tagName).toBe("BDI");
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await page.viewport(1280, 800);
  });

  test("can be asked for, once", async () => {
    const { updates, asked } = await showEvents([]);
    const refresh = updates.getByRole("button", { name: "Check for Updates on leg 2" });
    await refresh.click();
    await expect.element(updates.getByText(/^We have asked the carrier\./)).toBeVisible();
    await expect.element(refresh).toBeDisabled();
    expect(asked).toEqual([parcelUnderWay.legs[1]?.id]);
  });

  test("can be asked for again where nobody was asked, and may be late while the provider fails", async () => {
    const { updates, asked } = await showEvents([], {
      isQueued: false,
      delayedSince: "2031-04-02T08:30:00.000Z",
    });
    await expect
      .element(updates.getByText(/^Carrier news may be late since Apr 2, 2031/))
      .toBeVisible();
    const refresh = updates.getByRole("button", { name: "Check for Updates on leg 2" });
    await refresh.click();
    await expect.element(updates.getByText(/try again in 10 minutes/)).toBeVisible();
    await expect.element(refresh).toBeEnabled();
    await refresh.click();
    await expect.poll(() => asked.length).toBe(2);
  });
});

test("an unknown number shows no package, and a short one is not requested", async () => {
  const requestedNumbers: string[] = [];
  const { screen, number } = await showTracking("", async ({ trackingNumber }) => {
    requestedNumbers.push(trackingNumber);
    return { items: [] };
  });
  await number.fill("12345");
  await number.fill("1Z5R89390357567127");
  await expect.poll(() => requestedNumbers).toEqual(["1Z5R89390357567127"]);
  expect(screen.getByRole("heading", { name: "Your package" }).elements()).toEqual([]);
});

test("an error in searching the packages is shown, and the carrier's page still opens", async () => {
  const { screen, track } = await showTracking("?number=1Z5R89390357567127", () =>
    Promise.reject(rejected("too_many_requests")),
  );
  await expect.element(screen.getByText("Your packages could not be searched.")).toBeVisible();
  await track.click();
  expect(window.open).toHaveBeenCalled();
});
