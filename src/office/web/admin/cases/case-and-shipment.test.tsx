// A case and the shipment or parcel that it is about, one above the other.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import ShipmentsPage from "#goods/web/admin/shipments/shipments-page.tsx";
import type { StaffCaseDetails } from "#office/contract/case-fields.ts";
import type { OpenCaseState } from "#office/rules/case.ts";
import WorkItemsPage from "#office/web/admin/work-items/work-items-page.tsx";
import { aCase, aMessage, noEvidence } from "#test/screen/cases.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { receivedParcel } from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, meiAsCustomer, parcelUnderWay } from "#test/screen/users.ts";

const pkg = { ...parcelUnderWay, userEmail: mei.email, customer: meiAsCustomer };
const message = {
  ...aMessage({ text: "The lid is broken." }),
  isInternal: false,
  authorEmail: mei.email,
};
const damaged: StaffCaseDetails = {
  ...aCase({ subjectId: pkg.id, subjectName: pkg.trackingNumber }),
  packageId: pkg.id,
  pictureUrl: null,
  customer: {
    userId: mei.id,
    nameInitial: "M",
    memberCode: null,
    plan: "Super",
    email: mei.email,
    accountState: "active",
  },
  previous: null,
  evidence: noEvidence,
  messages: [message],
};
const missing: StaffCaseDetails = {
  ...damaged,
  id: "00000000-0000-4000-8000-000000000903",
  number: "C00013",
  kind: "missing",
  state: "waiting_for_customer",
  dueAt: null,
};

type Listed = {
  readonly packageId?: string | undefined;
  readonly state?: OpenCaseState | undefined;
};

function answersOf(listed: Listed[], answered: string[] = []): FakeAnswers {
  return {
    admin: {
      readDashboard: async () => ({
        activeCustomers: { now: 0, before: 0 },
        packagesOnTheWay: { now: 0, before: 0 },
        revenue: null,
        walletMoney: null,
        weeks: [],
        months: null,
        stages: [{ stage: "open_cases", oldestSince: null, ownCount: 0, count: 2 }],
        work: [],
      }),
      listWorkAssignments: async () => ({ items: [], mayTakeOver: false }),
    },
    cases: {
      listOpenCases: async ({ packageId, state }) => {
        listed.push({ ...(packageId && { packageId }), ...(state && { state }) });
        const items = [damaged, missing].filter(
          (one) => state === undefined || one.state === state,
        );
        return { items, total: items.length, answerTimes: null };
      },
      readCase: async ({ caseId }) => (caseId === missing.id ? missing : damaged),
      readCaseMoney: async () => ({
        askedCents: null,
        goods: [],
        mostCents: null,
        aloneCents: 2_000,
        grant: null,
      }),
      readSnippets: async () => ({ items: [] }),
      answerCase: async ({ text }) => {
        answered.push(text);
        return damaged;
      },
    },
    packages: {
      listShipments: async () => ({
        items: [pkg],
        total: 1,
        counts: { all: 1, active: 1, delivered: 0 },
      }),
      listQrCodes: async () => ({ items: [] }),
      readShipment: async () => ({
        package: pkg,
        images: [],
        carrierEvents: [],
        estimates: [],
        events: [],
        charges: [],
        recipient: emptyRecipient,
        planMaxWeightGrams: null,
        shipRequestReference: null,
      }),
    },
  };
}

const shipmentName = `Package Details - ${pkg.trackingNumber}`;

test("the shipment opens above its case, which stays with what is typed", async () => {
  const answered: string[] = [];
  const { screen, router } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: `/admin/dashboard/work-items?kind=open_cases&case=${damaged.id}`,
    answers: answersOf([], answered),
  });
  const dialog = screen.getByRole("dialog", { name: "Case C00012" });
  const answer = dialog.getByRole("textbox", { name: "Answer" });
  await answer.fill("Which corner?");
  const link = dialog.getByRole("link", { name: /^Package/ });
  link.element().focus();
  await userEvent.keyboard("{Enter}");
  const shipment = screen.getByRole("dialog", { name: shipmentName });
  await expect.element(shipment.getByText("This package has no history yet.")).toBeVisible();
  expect(router.state.location.search).toBe(
    `?kind=open_cases&case=${damaged.id}&package=${pkg.id}`,
  );
  // Its cases are not offered once more.
  expect(shipment.getByRole("link", { name: /^Case / }).elements()).toEqual([]);
  await expectAccessible();
  // Escape closes what is above alone.
  await userEvent.keyboard("{Escape}");
  await expect.element(shipment).not.toBeInTheDocument();
  await expect.element(answer).toHaveValue("Which corner?");
  await expect.element(link).toHaveFocus();
  await dialog.getByRole("button", { name: "Send answer" }).click();
  await expect.poll(() => answered).toEqual(["Which corner?"]);
});

test("an address that names both shows the shipment above its case", async () => {
  const both = `case=${damaged.id}&package=${pkg.id}`;
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: `/admin/dashboard/work-items?kind=open_cases&${both}`,
    answers: answersOf([]),
    hasPortals: true,
  });
  const dialog = page.getByRole("dialog", { name: "Case C00012" });
  const shipment = page.getByRole("dialog", { name: shipmentName });
  await expect.element(dialog).toBeInTheDocument();
  const close = shipment.getByRole("button", { name: "Close", exact: true }).first();
  await close.click();
  await expect.element(shipment).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Close", exact: true }).first().click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "View case C00012" })).toBeVisible();
});

test("a parcel opens above its case, which stays with what is typed", async () => {
  const written = { ...damaged, subject: "inbound_parcel", packageId: null } as const;
  const answers = answersOf([]);
  const parcel = {
    ...receivedParcel,
    storageLocationCode: null,
    missingSince: null,
    owner: damaged.customer,
  };
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: `/admin/dashboard/work-items?kind=open_cases&case=${damaged.id}`,
    answers: {
      ...answers,
      cases: { ...answers.cases, readCase: async () => written },
      inboundParcels: {
        readAnyInboundParcel: async () => ({
          goodsItems: [],
          warnings: [],
          parcel,
          images: [],
          carrierEvents: [],
          records: [],
          events: [],
          removal: null,
          proof: null,
        }),
      },
    },
  });
  const answer = screen.getByRole("textbox", { name: "Answer" });
  await answer.fill("Which corner?");
  const link = screen.getByRole("link", { name: /^Parcel/ });
  link.element().focus();
  await userEvent.keyboard("{Enter}");
  const dialog = screen.getByRole("dialog", { name: /^Inbound parcel/ });
  await expect.element(dialog.getByText("In storage")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(answer).toHaveValue("Which corner?");
  await expect.element(link).toHaveFocus();
});

test("a case opens above its shipment, which stays", async () => {
  const listed: Listed[] = [];
  const { screen, router } = await showScreen({
    element: <ShipmentsPage />,
    path: "/admin/dashboard/shipments",
    address: `/admin/dashboard/shipments?package=${pkg.id}`,
    answers: answersOf(listed),
  });
  const shipment = screen.getByRole("dialog", { name: shipmentName });
  const cases = shipment.getByRole("region", { name: "Cases" });
  await expect.element(cases.getByText("Damaged")).toBeVisible();
  await expect.element(cases.getByText("Waits for the customer")).toBeVisible();
  expect(listed).toEqual([{ packageId: pkg.id }]);
  await expectAccessible();
  cases.getByRole("link", { name: "Case C00012" }).element().focus();
  await userEvent.keyboard("{Enter}");
  const dialog = screen.getByRole("dialog", { name: "Case C00012" });
  await expect.element(dialog.getByText("The lid is broken.")).toBeVisible();
  // Its shipment is open below.
  expect(dialog.getByRole("link", { name: /^Package/ }).elements()).toEqual([]);
  expect(router.state.location.search).toBe(`?package=${pkg.id}&case=${damaged.id}`);
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(shipment).toBeVisible();
  expect(router.state.location.search).toBe(`?package=${pkg.id}`);
});

test("the list narrows to whose turn it is, and the keys J, K, R and E go through it", async () => {
  const listed: Listed[] = [];
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items?kind=open_cases",
    answers: answersOf(listed),
  });
  const first = screen.getByRole("button", { name: "View case C00012" });
  const second = screen.getByRole("button", { name: "View case C00013" });
  await expect.element(first).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard("j");
  await expect.element(second).toHaveFocus();
  await userEvent.keyboard("k");
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard("e");
  const dialog = screen.getByRole("dialog", { name: "Case C00012" });
  await expect.element(dialog.getByRole("textbox", { name: "Outcome" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard("r");
  await expect.element(dialog.getByRole("textbox", { name: "Answer" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  const toggle = async (name: string) => {
    screen.getByRole("checkbox", { name }).element().focus();
    await userEvent.keyboard(" ");
  };
  await toggle("Waits for us");
  await expect.element(second).not.toBeInTheDocument();
  await expect.element(first).toBeVisible();
  await expectAccessible();
  await toggle("Waits for us");
  await expect.element(second).toBeVisible();
  await toggle("Waits for the customer");
  await expect.element(first).not.toBeInTheDocument();
  await expect.element(second).toBeVisible();
  expect(listed.map(({ state }) => state ?? "all")).toEqual(
    expect.arrayContaining(["all", "waiting_for_us", "waiting_for_customer"]),
  );
});
