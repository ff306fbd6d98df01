import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { StaffParcelClaim, UnmatchedParcel } from "#goods/contract/parcel-claims.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { expectedParcel, measured, parcelImage, receivedParcel } from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import UnmatchedPage from "./unmatched-page.tsx";

const owner = {
  userId: "00000000-0000-4000-8000-000000000002",
  nameInitial: "M",
  memberCode: "2222222",
  plan: "Super",
  email: "mei@example.com",
  accountState: "active",
} as const satisfies StaffInboundParcel["owner"];

const unmatched: UnmatchedParcel = {
  ...receivedParcel,
  packageId: null,
  packageTrackingNumber: null,
  trackingNumber: "SF4000000000009",
  source: "scanned",
  measured,
  owner: null,
  storageLocationCode: "A-03-1",
  missingSince: null,
  openClaimsCount: 1,
};
const near: StaffInboundParcel = {
  ...expectedParcel,
  trackingNumber: "SF4000000000008",
  owner,
  storageLocationCode: null,
  missingSince: null,
};
const claim: StaffParcelClaim = {
  id: "00000000-0000-4000-8000-000000000701",
  trackingNumber: "SF4000000000009",
  note: "Two tins of tea",
  state: "open",
  inboundParcelId: null,
  files: [
    {
      id: "00000000-0000-4000-8000-000000000901",
      contentType: "image/webp",
      fileUrl: parcelImage(1).imageUrl,
    },
    {
      id: "00000000-0000-4000-8000-000000000902",
      contentType: "application/pdf",
      fileUrl: "/files/two",
    },
  ],
  createdAt: "2031-04-05T02:00:00.000Z",
  decidedAt: null,
  claimant: owner,
  reason: "",
  decidedByEmail: null,
};

afterEach(async () => {
  removeDraftsOf(mei.id);
  await page.viewport(1280, 800);
});

async function showPage(answers: FakeAnswers["parcelClaims"] = {}, query = "") {
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <UnmatchedPage />
      </DraftOwner>
    ),
    path: "/admin/dashboard/unmatched",
    address: `/admin/dashboard/unmatched${query}`,
    answers: {
      parcelClaims: {
        listUnmatchedParcels: async () => ({ items: [unmatched], total: 1 }),
        readUnmatchedParcel: async () => ({
          parcel: unmatched,
          images: [parcelImage(1)],
          near: [near],
          claims: [claim],
        }),
        listClaims: async () => ({ items: [claim], total: 1 }),
        readClaim: async () => ({ claim, candidates: [unmatched] }),
        ...answers,
      },
    },
  });
  return screen;
}

test("a parcel is given in one tap to who declared a near number, with the reason", async () => {
  const inputs: unknown[] = [];
  const screen = await showPage({
    matchInboundParcel: async (input) => {
      inputs.push(input);
      if (inputs.length === 1) throw rejected("inbound_parcel_not_free");
      return { ...near, state: "received" };
    },
  });
  await expect.element(screen.getByText("A-03-1")).toBeVisible();
  await expect.element(screen.getByText("1 claim")).toBeVisible();
  await screen.getByRole("button", { name: "View parcel SF4000000000009" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("button", { name: "Give to 2222-222" }).click();
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await expect.element(reason).toHaveFocus();
  await expect.element(reason).toHaveValue("Declared as SF4000000000008");
  await expectAccessible();
  const give = dialog.getByRole("button", { name: "Give the parcel" });
  await give.click();
  await expect.poll(() => inputs.length).toBe(1);
  await expect.element(reason).toHaveValue("Declared as SF4000000000008");
  await give.click();
  await expect.element(screen.getByText("Parcel given to the customer")).toBeVisible();
  expect(inputs[1]).toEqual({
    inboundParcelId: unmatched.id,
    memberCode: "2222-222",
    declaredParcelId: near.id,
    reason: "Declared as SF4000000000008",
  });
  await expect.element(dialog).not.toBeInTheDocument();
});

test("another customer's code takes over nothing that was declared, and a reason is needed", async () => {
  const inputs: unknown[] = [];
  const screen = await showPage(
    {
      matchInboundParcel: async (input) => {
        inputs.push(input);
        throw rejected("invalid_member_code");
      },
    },
    `?parcel=${unmatched.id}`,
  );
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("button", { name: "Give to 2222-222" }).click();
  const code = dialog.getByRole("textbox", { name: "Member code" });
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await expect.element(reason).toHaveFocus();
  await code.fill("3333-33Q");
  await reason.fill(" ");
  await dialog.getByRole("button", { name: "Give the parcel" }).click();
  await expect.element(dialog.getByText("Please state the reason.")).toBeVisible();
  expect(inputs).toEqual([]);
  await reason.fill("Code on the label");
  await dialog.getByRole("button", { name: "Give the parcel" }).click();
  await expect.element(code).toHaveAttribute("aria-invalid", "true");
  expect(inputs).toEqual([
    {
      inboundParcelId: unmatched.id,
      memberCode: "3333-33Q",
      declaredParcelId: null,
      reason: "Code on the label",
    },
  ]);
});

test("a claim is decided beside its parcel, with what its customer declared", async () => {
  const inputs: unknown[] = [];
  const screen = await showPage(
    {
      decideClaim: async (input) => {
        inputs.push(input);
        return { ...claim, state: "granted" };
      },
    },
    `?parcel=${unmatched.id}`,
  );
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByRole("link", { name: "PDF file 2" })).toBeVisible();
  await dialog.getByRole("button", { name: "Grant" }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).first().fill("Invoice has the number");
  await dialog.getByRole("button", { name: "Grant" }).click();
  await expect.element(screen.getByText("Claim granted")).toBeVisible();
  expect(inputs).toEqual([
    {
      claimId: claim.id,
      inboundParcelId: unmatched.id,
      declaredParcelId: near.id,
      reason: "Invoice has the number",
    },
  ]);
});

test("a claim is refused from the list of claims, also where no parcel has its number", async () => {
  const inputs: unknown[] = [];
  const screen = await showPage(
    {
      readClaim: async () => ({ claim, candidates: [] }),
      decideClaim: async (input) => {
        inputs.push(input);
        return { ...claim, state: "refused" };
      },
    },
    "?tab=claims",
  );
  await screen.getByRole("button", { name: "View the claim for SF4000000000009" }).click();
  const dialog = screen.getByRole("dialog");
  await expect
    .element(dialog.getByText("No unmatched parcel has this or a similar number."))
    .toBeVisible();
  expect(dialog.getByRole("button", { name: /Grant/ }).elements()).toEqual([]);
  await dialog.getByRole("button", { name: "Refuse" }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Invoice of another shop");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Refuse" }).click();
  await expect.element(screen.getByText("Claim refused")).toBeVisible();
  expect(inputs).toEqual([
    {
      claimId: claim.id,
      inboundParcelId: null,
      declaredParcelId: null,
      reason: "Invoice of another shop",
    },
  ]);
});

test("a closed account is given nothing, and a parcel that has an owner by now says so", async () => {
  const closed = { ...owner, accountState: "closed" } as const;
  const screen = await showPage(
    {
      readUnmatchedParcel: async () => ({
        parcel: unmatched,
        images: [],
        near: [{ ...near, owner: closed }],
        claims: [{ ...claim, claimant: closed }],
      }),
    },
    `?parcel=${unmatched.id}`,
  );
  await expect.element(screen.getByText("Account closed").first()).toBeVisible();
  expect(screen.getByRole("button", { name: /^(Grant|Give to)/ }).elements()).toEqual([]);
  await screen.unmount();
  const gone = await showPage(
    {
      readUnmatchedParcel: async () => {
        throw rejected("not_found");
      },
    },
    `?parcel=${unmatched.id}`,
  );
  await expect.element(gone.getByText("This parcel has an owner now, or has left.")).toBeVisible();
});

test("on a phone the lists have short rows that can be touched as a whole", async () => {
  await page.viewport(390, 844);
  for (const query of ["", "?tab=claims"]) {
    const screen = await showPage({}, query);
    const row = screen.getByRole("row").nth(1);
    await expect.element(row).toBeVisible();
    const { height } = row.element().getBoundingClientRect();
    expect(height).toBeGreaterThanOrEqual(44);
    expect(height).toBeLessThan(110);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await screen.unmount();
  }
});
