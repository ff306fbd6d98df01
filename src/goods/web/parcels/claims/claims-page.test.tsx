import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ParcelClaim } from "#goods/contract/parcel-claims.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { mei } from "#test/screen/users.ts";
import { removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import ClaimsPage from "./claims-page.tsx";

afterEach(async () => {
  removeDraftsOf(mei.id);
  await page.viewport(1280, 800);
});

const openClaim: ParcelClaim = {
  id: "00000000-0000-4000-8000-000000000701",
  trackingNumber: "SF4000000000009",
  note: "Two tins of tea",
  state: "open",
  inboundParcelId: null,
  files: [],
  createdAt: "2031-04-05T02:00:00.000Z",
  decidedAt: null,
};

type Claimed = Parameters<
  NonNullable<NonNullable<FakeAnswers["parcelClaims"]>["claimInboundParcel"]>
>[0];
type Added = Parameters<NonNullable<NonNullable<FakeAnswers["parcelClaims"]>["addClaimFile"]>>[0];

async function showPage(
  answers: FakeAnswers["parcelClaims"] = {},
  claims: readonly ParcelClaim[] = [],
) {
  const claimed: Claimed[] = [];
  const added: Added[] = [];
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <ClaimsPage />
      </DraftOwner>
    ),
    path: "/dashboard/parcels/claims",
    answers: {
      parcelClaims: {
        listOwnClaims: async () => ({ items: [...claims] }),
        claimInboundParcel: async (input) => {
          claimed.push(input);
          return openClaim;
        },
        addClaimFile: async (input) => {
          added.push(input);
          return openClaim;
        },
        ...answers,
      },
    },
  });
  const number = screen.getByRole("textbox", { name: "Tracking number" });
  const note = screen.getByRole("textbox", { name: "What is in the parcel?" });
  const send = screen.getByRole("button", { name: "Send claim" });
  const choose = (files: File[]) => userEvent.upload(screen.getByLabelText("Proof").first(), files);
  await expect.element(number).toBeVisible();
  return { screen, number, note, send, choose, claimed, added };
}

const order = new File(["x"], "order.png", { type: "image/png" });
const invoice = new File(["%PDF-"], "invoice.pdf", { type: "application/pdf" });

test("a claim is sent with its proof, and the form is empty for the next one", async () => {
  const { screen, number, note, send, choose, claimed, added } = await showPage();
  await number.fill("sf 40");
  await number.fill("!!");
  await send.click();
  await expect
    .element(screen.getByText("A tracking number has 4 to 60 letters, digits or dashes."))
    .toBeVisible();
  await number.fill("sf4000000000009");
  await note.fill("Two tins of tea");
  await choose([
    order,
    invoice,
    new File(["x"], "list.txt", { type: "text/plain" }),
    new File(["x"], "second.png", { type: "image/png" }),
    new File(["x"], "third.png", { type: "image/png" }),
  ]);
  const alert = screen.getByRole("alert");
  await expect.element(alert.getByText(/This is neither an image nor a PDF file\./)).toBeVisible();
  await expect.element(alert.getByText(/A claim can have at most 3 files\./)).toBeVisible();
  await screen.getByRole("button", { name: "Remove second.png" }).click();
  await expectAccessible();
  await send.click();
  await expect.poll(shownToasts).toContainEqual(expect.stringContaining("Claim sent"));
  expect(claimed.map(({ idempotencyKey: _key, ...input }) => input)).toEqual([
    { trackingNumber: "SF4000000000009", note: "Two tins of tea" },
  ]);
  expect(added.map(({ claimId, file }) => [claimId, file.name])).toEqual([
    [openClaim.id, "order.png"],
    [openClaim.id, "invoice.pdf"],
  ]);
  await expect.element(number).toHaveValue("");
  await expect.element(screen.getByText("invoice.pdf")).not.toBeInTheDocument();
});

test("a file that fails is sent again with the same keys, and nothing else twice", async () => {
  const added: Added[] = [];
  const { screen, number, send, choose, claimed } = await showPage({
    addClaimFile: async (input) => {
      added.push(input);
      if (added.length === 2) throw rejected("busy");
      return openClaim;
    },
  });
  await number.fill("SF4000000000009");
  await choose([order, invoice]);
  await send.click();
  await expect.element(screen.getByText(/^Your claim was sent, but not all/)).toBeVisible();
  await expect.element(screen.getByText("order.png")).not.toBeInTheDocument();
  await expect.element(number).toHaveValue("SF4000000000009");
  await send.click();
  await expect.element(number).toHaveValue("");
  expect(new Set(claimed.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(added.map(({ file }) => file.name)).toEqual(["order.png", "invoice.pdf", "invoice.pdf"]);
  expect(added[1]?.idempotencyKey).toBe(added[2]?.idempotencyKey);
});

test("after a lost answer and a reload it is the same claim, a changed or a later one is another; files are chosen again", async () => {
  const keys: string[] = [];
  const answers: FakeAnswers["parcelClaims"] = {
    claimInboundParcel: async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (keys.length < 3) throw new TypeError("Failed to fetch");
      return openClaim;
    },
  };
  const first = await showPage(answers);
  await first.number.fill("SF4000000000009");
  await first.choose([order, invoice]);
  await first.send.click();
  await expect.poll(() => keys).toHaveLength(1);
  await first.screen.unmount();
  const second = await showPage(answers);
  const again = second.screen.getByText(/^Your browser does not keep chosen files/);
  await expect
    .element(again)
    .toHaveTextContent(
      "Your browser does not keep chosen files. Choose again: order.png and invoice.pdf.",
    );
  await second.choose([order]);
  await expect.element(again).not.toBeInTheDocument();
  await second.send.click();
  await expect.poll(() => keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  await second.note.fill("Two tins of tea");
  await second.send.click();
  await expect.element(second.number).toHaveValue("");
  await second.number.fill("SF4000000000009");
  await second.send.click();
  await expect.poll(() => keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(3);
  await expect.element(again).not.toBeInTheDocument();
});

test("a number that is claimed already is refused at its field, and what was typed returns", async () => {
  const answers = {
    claimInboundParcel: async () => {
      throw rejected("claim_open");
    },
  };
  const first = await showPage(answers);
  await first.number.fill("SF4000000000009");
  await first.note.fill("Two tins of tea");
  await first.send.click();
  await expect.element(first.screen.getByText(/^You have already claimed a parcel/)).toBeVisible();
  await expect.element(first.number).toHaveAttribute("aria-invalid", "true");
  await first.screen.unmount();
  const second = await showPage(answers);
  await expect.element(second.number).toHaveValue("SF4000000000009");
  await expect.element(second.note).toHaveValue("Two tins of tea");
});

test("own claims say where they stand; a refused one never says why", async () => {
  const parcelId = "00000000-0000-4000-8000-000000000801";
  const decidedAt = "2031-04-06T02:00:00.000Z";
  const file = { id: "00000000-0000-4000-8000-000000000901", fileUrl: "/files/one" };
  const withdrawn: unknown[] = [];
  const { screen, added } = await showPage(
    {
      withdrawClaim: async (input) => {
        withdrawn.push(input);
        return {};
      },
    },
    [
      { ...openClaim, files: [{ ...file, contentType: "application/pdf" }] },
      {
        ...openClaim,
        id: "00000000-0000-4000-8000-000000000702",
        state: "granted",
        inboundParcelId: parcelId,
        decidedAt,
      },
      {
        ...openClaim,
        id: "00000000-0000-4000-8000-000000000703",
        state: "refused",
        decidedAt,
      },
    ],
  );
  const rows = screen.getByRole("listitem");
  await expect.element(screen.getByRole("link", { name: "PDF file 1" })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Open the parcel" }))
    .toHaveAttribute("href", `/dashboard/parcels/${parcelId}`);
  await expect
    .element(
      screen.getByText("We could not confirm that a parcel with this number is yours.", {
        exact: true,
      }),
    )
    .toBeVisible();
  expect(rows.elements().length).toBeGreaterThanOrEqual(3);
  await page.viewport(390, 844);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
  await page.viewport(1280, 800);
  const input = document.querySelector<HTMLInputElement>('li input[type="file"]');
  if (input !== null) await userEvent.upload(input, [order]);
  await expect.poll(() => added.map((one) => one.claimId)).toEqual([openClaim.id]);
  await screen.getByRole("button", { name: "Withdraw the claim for SF4000000000009" }).click();
  const withdraw = screen.getByRole("dialog").getByRole("button", { name: "Withdraw" });
  await expect.element(withdraw).toBeVisible();
  await expectAccessible();
  await withdraw.click();
  await expect.poll(() => withdrawn).toEqual([{ claimId: openClaim.id }]);
});
