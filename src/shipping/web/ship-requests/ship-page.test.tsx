import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { measuredParcel, openPackage } from "#test/screen/parcels.ts";
import { estimate, newRequest } from "#test/screen/ship-requests.ts";
import { parcelsEstimate, shippingAnswers } from "#test/screen/shipping-answers.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import ShipPage from "./ship-page.tsx";

afterEach(async () => {
  removeDraftsOf(mei.id);
  await page.viewport(1280, 800);
});

async function showForm(overrides: FakeAnswers = {}, { hasPortals = false } = {}) {
  return await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <ShipPage />
      </DraftOwner>
    ),
    path: "/dashboard/packages/:packageId/ship",
    address: `/dashboard/packages/${openPackage.id}/ship`,
    others: { "/dashboard/ship-requests/:shipRequestId": <p>The ship request</p> },
    answers: shippingAnswers(overrides),
    hasPortals,
  });
}

/** Unfolds what stands behind a line. */
const unfold = (screen: Awaited<ReturnType<typeof showForm>>["screen"], line: string) =>
  screen.getByText(line, { exact: true }).first().click();

test("what goes, how and at what estimate; awaited parcels are named, and closed services say every reason", async () => {
  await page.viewport(390, 844);
  const { screen } = await showForm();
  for (const text of [
    "Oolong, 2 tins",
    "Book",
    "About 2.5 kg to 2.9 kg when packed · box Large ($1.20)",
    // With the box and storage.
    "About $26.70–$31.10",
  ])
    await expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
  const names = () =>
    screen
      .getByRole("list", { name: "Services" })
      .first()
      .element()
      .textContent.match(/Air Mail|Surface Mail|Express/g);
  expect(names()).toEqual(["Surface Mail", "Air Mail"]);
  await screen.getByText("By time").click();
  await expect.poll(names).toEqual(["Air Mail", "Surface Mail"]);
  await unfold(screen, "Not possible: 1");
  await unfold(screen, "Where does this price come from?");
  for (const text of [
    "We expect to use the box Large. The prices include $1.20 for it.",
    /Charged by its volume, about 6 kg, since it is large for its weight\./,
    "Not with: Loose battery. Source: A notice of the carrier, as of Apr 1, 2031.",
    "Suspended to United States since Apr 16, 2025: War",
    "The prices include $2.40 for storage so far.",
    /we will know the price when it is packed/,
  ])
    await expect.element(screen.getByText(text).first()).toBeVisible();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("a refusal keeps what was chosen and typed, and a repeat leads to the request", async () => {
  const sent: unknown[] = [];
  const { screen, router } = await showForm({
    shipRequests: {
      shipParcels: async (input) => {
        sent.push(input);
        if (sent.length === 1) throw rejected("insufficient_balance");
        return newRequest;
      },
    },
  });
  await screen.getByRole("checkbox", { name: "Send Running shoes" }).click({ force: true });
  expect(router.state.location.search).toBe(`?parcels=${measuredParcel.id}`);
  await unfold(screen, "Extra services");
  await screen.getByRole("checkbox", { name: "Bubble wrap" }).click({ force: true });
  await unfold(screen, "Pay automatically, up to an amount");
  await expect
    .element(screen.getByRole("radio", { name: "Show me the price when it is packed" }))
    .toBeChecked();
  await screen.getByRole("radio", { name: "Send it if it costs at most …" }).click();
  const cap = screen.getByRole("spinbutton", { name: "At most (USD)" });
  // Freight up to $27.50, storage and the box.
  await expect.element(cap).toHaveValue(31.1);
  await cap.fill("28");
  await unfold(screen, "Note to the packer");
  const note = screen.getByRole("textbox", { name: "Note to the packer" });
  await note.fill("Keep the shoe box");
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(screen.getByText(/^Your wallet does not have enough/)).toBeVisible();
  await expect.element(note).toHaveValue("Keep the shoe box");
  await expect.element(cap).toHaveValue(28);
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(screen.getByText("The ship request")).toBeVisible();
  expect(router.state.location.pathname).toBe(`/dashboard/ship-requests/${newRequest.id}`);
  expect(sent[1]).toMatchObject({
    countryCode: "US",
    recipient: null,
    saveToProfile: false,
    paymentMode: "automatic_up_to_cap",
    serviceCode: "hk_post_air",
    capCents: 2800,
    inboundParcelIds: [measuredParcel.id],
    extraServices: [{ code: "bubble_wrap", inboundParcelId: null, quantity: 1 }],
    note: "Keep the shoe box",
  });
});

test("what was unfolded stays so, whatever is chosen in it, and the focus with it", async () => {
  const { screen } = await showForm();
  await unfold(screen, "Pay automatically, up to an amount");
  await unfold(screen, "Extra services");
  const first = screen.getByRole("radio", { name: "Show me the price when it is packed" });
  await screen.getByRole("radio", { name: "Send it if it costs at most …" }).click();
  await first.click();
  await expect.element(first).toBeVisible();
  await expect.element(first).toHaveFocus();
  const extra = screen.getByRole("checkbox", { name: "Bubble wrap" });
  for (const isTicked of [true, false]) {
    await extra.click({ force: true });
    await expect.poll(() => extra.query()?.matches(":checked")).toBe(isTicked);
    await expect.element(extra).toBeVisible();
  }
  const note = screen.getByRole("textbox", { name: "Note to the packer" });
  await unfold(screen, "Note to the packer");
  await note.fill("Keep the shoe box");
  await note.fill("");
  await expect.element(note).toHaveFocus();
});

test("what the wallet lacks is offered whole first, then what is missing, and leads back here", async () => {
  const started: string[] = [];
  const { screen } = await showForm({
    wallet: {
      readWallet: async () => ({ balanceCents: 2_500, heldCents: 0, holds: [] }),
      startDeposit: async ({ amount }) => {
        started.push(String(amount));
        throw rejected("too_many_requests");
      },
    },
    errorReports: { reportError: async () => ({}) },
  });
  await unfold(screen, "Pay automatically, up to an amount");
  await screen.getByRole("radio", { name: "Send it if it costs at most …" }).click();
  await screen.getByRole("button", { name: "Add $31.10" }).click();
  await expect.poll(() => started).toEqual(["31.10"]);
  await screen.getByRole("button", { name: "Add only the missing $6.10" }).click();
  await expect.poll(() => started).toEqual(["31.10", "6.10"]);
  expect(sessionStorage.getItem(`deposit-origin:${mei.id}`)).toBe(
    `/dashboard/packages/${openPackage.id}/ship`,
  );
  await expectAccessible();
});

test("after a lost answer and a reload it is the same request, also where nothing was chosen; then a new one", async () => {
  const keys: string[] = [];
  const answers: FakeAnswers = {
    shipRequests: {
      shipParcels: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (keys.length === 1 || keys.length === 3) throw new TypeError("Failed to fetch");
        return newRequest;
      },
    },
  };
  for (const note of ["", "", "Keep the shoe box", "Keep the shoe box"]) {
    const count = keys.length + 1;
    const { screen } = await showForm(answers);
    const field = screen.getByRole("textbox", { name: "Note to the packer" });
    // The last one is restored with its note, which is in sight.
    if (count < 4) await unfold(screen, "Note to the packer");
    await field.fill(note);
    await screen.getByRole("button", { name: "Request shipping" }).click();
    await expect.poll(() => keys).toHaveLength(count);
    await expect
      .element(
        screen.getByText(count % 2 === 0 ? "The ship request" : /^An unexpected error/).first(),
      )
      .toBeVisible();
    await screen.unmount();
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(keys[3]).toBe(keys[2]);
});

test("what carriers do not take of the recipient is named at its field until it is mended", async () => {
  const faults = [{ field: "address", kind: "too_long", maximum: 20 } as const];
  const items = estimate.items.map((item) => ({ ...item, addressFaults: faults }));
  const answers = {
    shipRequests: { estimateParcels: async () => ({ ...parcelsEstimate, items }) },
  };
  const { screen } = await showForm(answers);
  const problem = screen.getByText("At most 20 characters fit on the label.", { exact: true });
  await expect.element(problem).toBeVisible();
  await expectAccessible();
  const address = screen.getByRole("textbox", { name: "Street address" });
  await address.fill("1200 Harbor Ave SW");
  await expect.element(problem).not.toBeInTheDocument();
});

test("nothing is requested without a parcel", async () => {
  const { screen } = await showForm();
  for (const name of ["Send Oolong, 2 tins", "Send Running shoes"])
    await screen.getByRole("checkbox", { name }).click({ force: true });
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("Choose at least one parcel that goes.");
});

test("where no service takes ship requests and nothing else has a price, it says that none is open yet", async () => {
  const { screen } = await showForm({
    shipRequests: { estimateParcels: async () => ({ ...parcelsEstimate, items: [] }) },
    extraServices: { listExtraServices: async () => ({ items: [] }) },
  });
  await expect.element(screen.getByText(/^No service is open yet\./)).toBeVisible();
  await expect.element(screen.getByRole("list", { name: "Services" })).not.toBeInTheDocument();
  await expect.element(screen.getByText("Extra services")).not.toBeInTheDocument();
  await expectAccessible();
});
