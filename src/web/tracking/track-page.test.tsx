// What a person sees when looking a number up: what is asked, what the number tells, and where it leads.
import { beforeEach, expect, test, vi } from "vitest";
import { showScreen } from "#testing/screen/show-screen.tsx";
import TrackPage from "./track-page.tsx";

beforeEach(() => {
  vi.spyOn(window, "open").mockReturnValue(null);
});

async function showTracking(query = "") {
  const { screen } = await showScreen({
    element: <TrackPage />,
    path: "/dashboard/track",
    address: `/dashboard/track${query}`,
    answers: {},
  });
  return {
    screen,
    number: screen.getByRole("textbox", { name: "Tracking number" }),
    carrier: screen.getByRole("combobox", { name: "Carrier" }),
    track: screen.getByRole("button", { name: "Track Package" }),
  };
}

test("without a number it asks for one", async () => {
  const { screen, number, track } = await showTracking();
  await track.click();
  await expect.element(screen.getByText("Tracking number required")).toBeVisible();
  await expect.element(number).toHaveFocus();
  expect(window.open).not.toHaveBeenCalled();
});

test("without a carrier it asks for one", async () => {
  const { screen, number, carrier, track } = await showTracking();
  await number.fill("ABC123456");
  await track.click();
  await expect.element(screen.getByText("Carrier required")).toBeVisible();
  await expect.element(carrier).toHaveFocus();
});

test("a number that only one carrier issues chooses it, and its page opens in a new tab", async () => {
  const { screen, number, carrier, track } = await showTracking();
  await number.fill("1Z5R89390357567127");
  await expect.element(carrier).toHaveValue("UPS");
  await expect.element(screen.getByText(/^Recognised from the number/)).toBeVisible();
  await track.click();
  expect(window.open).toHaveBeenCalledWith(
    "https://www.ups.com/track?loc=en_US&tracknum=1Z5R89390357567127",
    "_blank",
    "noopener",
  );
});

test("a number that several may have issued offers them", async () => {
  const { screen, number, carrier } = await showTracking();
  await number.fill("986578788855");
  await expect.element(carrier).toHaveValue("");
  await screen.getByRole("button", { name: "FedEx" }).click();
  await expect.element(carrier).toHaveValue("FedEx");
});

test("a mistyped number is pointed out and looked up all the same", async () => {
  const { screen, number } = await showTracking();
  await number.fill("RB123456786US");
  await expect
    .element(screen.getByText("Please check this number: it looks mistyped."))
    .toBeVisible();
});

test("a link may bring number and carrier", async () => {
  const { number, carrier } = await showTracking("?number=EB000717595HK&carrier=hk-post");
  await expect.element(number).toHaveValue("EB000717595HK");
  await expect.element(carrier).toHaveValue("Hong Kong Post");
});

test("copying needs a number, copies it tidied, and says when the browser refuses", async () => {
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

test("where the carrier's page may not fill the number in, it is copied along", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { screen, track } = await showTracking("?number=EB000717595HK&carrier=hk-post");
  await track.click();
  await expect
    .element(screen.getByText("Hong Kong Post may ask for the number again: paste it there."))
    .toBeVisible();
});
