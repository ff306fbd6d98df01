import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { measuredParcel, openPackage } from "#test/screen/parcels.ts";
import { estimate, newRequest, secondParcel } from "#test/screen/ship-requests.ts";
import { shippingAnswers } from "#test/screen/shipping-answers.ts";
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

test("what goes, how and at what estimate; awaited parcels are named, and closed services say every reason", async () => {
  await page.viewport(390, 844);
  const { screen } = await showForm();
  for (const text of [
    "ZTO550000000005",
    "$23.10 to $27.50",
    "We expect to use the box Large. It costs $1.20 and is charged with the package.",
    // In the words of the calculator.
    "Not available",
    "Charged by its volume, about 6 kg, since it is large for its weight.",
    "It takes no batteries of this kind: Loose battery.",
    "Suspended to United States since Apr 16, 2025: War",
    "Your wallet has $125.50.",
  ])
    await expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
  await expect.element(screen.getByText(/we will know the price when it is packed/)).toBeVisible();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const names = () =>
    screen
      .getByRole("list", { name: "Services" })
      .element()
      .textContent.match(/Air Mail|Surface Mail|Express/g);
  expect(names()).toEqual(["Surface Mail", "Air Mail", "Express"]);
  await screen.getByText("By time").click();
  await expect.poll(names).toEqual(["Air Mail", "Surface Mail", "Express"]);
});

test("a refusal keeps what was chosen and typed, and a repeat leads to the request", async () => {
  const sent: unknown[] = [];
  const { screen, router } = await showForm({
    shipRequests: {
      requestShipping: async (input) => {
        sent.push(input);
        if (sent.length === 1) throw rejected("insufficient_balance");
        return newRequest;
      },
    },
  });
  await screen.getByRole("checkbox", { name: `Send ${secondParcel.trackingNumber}` }).click({
    force: true,
  });
  await screen.getByRole("checkbox", { name: "Bubble wrap" }).click({ force: true });
  await screen.getByRole("radio", { name: "Send it if it costs at most …" }).click();
  const cap = screen.getByRole("spinbutton", { name: "At most (USD)" });
  // Freight up to $27.50, storage and the box.
  await expect.element(cap).toHaveValue(31.1);
  await cap.fill("28");
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
    packageId: openPackage.id,
    paymentMode: "automatic_up_to_cap",
    serviceCode: "hk_post_air",
    capCents: 2800,
    inboundParcelIds: [measuredParcel.id],
    extraServices: [{ code: "bubble_wrap", inboundParcelId: null, quantity: 1 }],
    note: "Keep the shoe box",
  });
});

test("after a lost answer and a reload it is the same request, also where nothing was chosen; then a new one", async () => {
  const keys: string[] = [];
  const answers: FakeAnswers = {
    shipRequests: {
      requestShipping: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (keys.length === 1 || keys.length === 3) throw new TypeError("Failed to fetch");
        return newRequest;
      },
    },
  };
  for (const note of ["", "", "Keep the shoe box", "Keep the shoe box"]) {
    const count = keys.length + 1;
    const { screen } = await showForm(answers);
    await screen.getByRole("textbox", { name: "Note to the packer" }).fill(note);
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

test("what carriers do not take of the recipient is named, also at its field until it is mended", async () => {
  const faults = [{ field: "address", kind: "too_long", maximum: 20 } as const];
  const items = estimate.items.map((item) => ({ ...item, addressFaults: faults }));
  const answers = { shipRequests: { estimateShipping: async () => ({ ...estimate, items }) } };
  const { screen } = await showForm(answers, { hasPortals: true });
  await expect
    .element(screen.getByText(/Carriers do not take this recipient yet.*At most 20 characters/))
    .toBeVisible();
  await screen.getByRole("button", { name: "Edit recipient" }).click();
  const problem = page.getByRole("dialog").getByText("At most 20 characters fit on the label.");
  await expect.element(problem).toBeVisible();
  await expectAccessible();
  const address = page.getByRole("textbox", { name: "Street address" });
  await address.fill("1200 Harbor Ave SW");
  await expect.element(problem).not.toBeInTheDocument();
});

test("nothing is requested without a parcel", async () => {
  const { screen } = await showForm();
  for (const { trackingNumber } of [measuredParcel, secondParcel])
    await screen.getByRole("checkbox", { name: `Send ${trackingNumber}` }).click({ force: true });
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("Choose at least one parcel that goes.");
});

test("where no service takes ship requests and nothing else has a price, it says that none is open yet", async () => {
  const { screen } = await showForm({
    shipRequests: { estimateShipping: async () => ({ ...estimate, items: [] }) },
    extraServices: { listExtraServices: async () => ({ items: [] }) },
  });
  await expect.element(screen.getByText(/^No service is open yet\./)).toBeVisible();
  await expect.element(screen.getByRole("list", { name: "Services" })).not.toBeInTheDocument();
  await expect.element(screen.getByText("Extra services")).not.toBeInTheDocument();
  await expectAccessible();
});
