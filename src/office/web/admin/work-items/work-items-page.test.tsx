import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Dashboard } from "#office/contract/admin.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { mei, meiAsCustomer, parcelUnderWay } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { WarehouseEnteredContext } from "#ui/web/permissions.ts";
import PlanPaymentsPage from "#office/web/admin/payments/plan-payments-page.tsx";
import WorkItemsPage from "./work-items-page.tsx";

afterEach(() => page.viewport(1280, 800));

const leg = {
  id: parcelUnderWay.legs[1]?.id ?? "",
  packageId: parcelUnderWay.id,
  name: parcelUnderWay.trackingNumber,
  about: "Leg 2: Hong Kong to Singapore, Hong Kong Post",
  email: mei.email,
  since: "2031-04-02T08:30:00.000Z",
};

/** The dashboard counts so much open work. */
function countedWork(work: Dashboard["work"]) {
  const none = { now: 0, before: 0 };
  return {
    readDashboard: async (): Promise<Dashboard> => ({
      activeCustomers: none,
      packagesOnTheWay: none,
      revenue: null,
      walletMoney: null,
      weeks: [],
      months: null,
      work,
    }),
  };
}

test("the page opens on the first tab that has something, and each has its count", async () => {
  const requests: string[] = [];
  const work: Dashboard["work"] = [
    { kind: "payout_requests", count: 4 },
    { kind: "late_legs", count: 1204 },
    { kind: "open_cases", count: 2 },
  ];
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items",
    answers: {
      admin: {
        ...countedWork(work),
        listWorkItems: async ({ kind }) => {
          requests.push(kind);
          return { items: [leg], total: 1 };
        },
      },
    },
  });
  await expect.element(screen.getByRole("link", { name: leg.name })).toBeVisible();
  expect(requests).toEqual(["late_legs"]);
  expect(
    screen
      .getByRole("tab")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Pending packages (0)",
    "Stalled legs (0)",
    "Late legs (1,204)",
    "Silent legs (0)",
    "Left, not charged (0)",
    "Differing weights (0)",
    "Unsent emails (0)",
    "Cases (2)",
  ]);
  await expectAccessible();
});

test("with nothing open the page opens on the first tab", async () => {
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items",
    answers: {
      admin: { ...countedWork([]), listWorkItems: async () => ({ items: [], total: 0 }) },
    },
  });
  await expect.element(screen.getByText("No open work")).toBeVisible();
  await expect
    .element(screen.getByRole("tab", { name: "Pending packages (0)" }))
    .toHaveAttribute("aria-selected", "true");
});

test("the address selects the list, and each row links to its package", async () => {
  const requests: string[] = [];
  const { screen, router } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items?kind=stalled_legs",
    answers: {
      admin: {
        listWorkItems: async ({ kind }) => {
          requests.push(kind);
          return { items: kind === "stalled_legs" ? [leg] : [], total: 1 };
        },
      },
    },
  });
  await expect
    .element(screen.getByRole("link", { name: leg.name }))
    .toHaveAttribute("href", `/admin/dashboard/shipments?package=${parcelUnderWay.id}`);
  await expect.element(screen.getByText(leg.about)).toBeVisible();
  await expectAccessible();
  await screen.getByRole("tab", { name: "Unsent emails" }).click();
  await expect.element(screen.getByText("No open work")).toBeVisible();
  expect(requests).toEqual(["stalled_legs", "failed_emails"]);
  expect(router.state.location.search).toBe("?kind=failed_emails");
});

test.for([
  [false, 6],
  [true, 8],
] as const)("with a warehouse: %s, there are %i kinds", async ([isEntered, count]) => {
  const requests: string[] = [];
  const { screen } = await showScreen({
    element: (
      <WarehouseEnteredContext value={isEntered}>
        <WorkItemsPage />
      </WarehouseEnteredContext>
    ),
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items?kind=differing_weights",
    answers: {
      admin: {
        listWorkItems: async ({ kind }) => {
          requests.push(kind);
          return { items: [], total: 0 };
        },
      },
    },
  });
  await expect.element(screen.getByText("No open work")).toBeVisible();
  expect(screen.getByRole("tab").elements()).toHaveLength(count);
  expect(requests).toEqual([isEntered ? "differing_weights" : "pending_packages"]);
});

test("the tabs are one line on a phone, with the selected one in view", async () => {
  await page.viewport(390, 844);
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items?kind=failed_emails",
    answers: { admin: { listWorkItems: async () => ({ items: [], total: 0 }) } },
  });
  const tabs = screen.getByRole("tab");
  await expect.element(tabs.last()).toBeInViewport();
  const tops = tabs.elements().map((tab) => tab.getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("a weight that differs says by how much, and is settled in the list", async () => {
  const weight = {
    ...leg,
    id: "00000000-0000-4000-8000-000000000521",
    name: "RA123456785HK",
    about: "Manifest M00007, Hong Kong Post",
    carrierWeight: {
      weightGrams: 2100,
      packedGrams: 2350,
      state: "differs" as const,
      settledReason: "",
      photoUrl: null,
    },
  };
  let isOpen = true;
  let isRejected = true;
  const sent: unknown[] = [];
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items?kind=differing_weights",
    answers: {
      admin: { listWorkItems: async () => ({ items: isOpen ? [weight] : [], total: 1 }) },
      manifests: {
        settleCarrierWeight: async (input) => {
          sent.push(input);
          if (isRejected) throw rejected("conflict");
          isOpen = false;
          return {};
        },
      },
    },
  });
  const sentence =
    "The carrier’s scale shows 2.1 kg, which is 0.25 kg (10.64%) less than the 2.35 kg that we packed. The price that the customer accepted stays, and our photo of the scale decides.";
  await expect.element(screen.getByText(sentence)).toBeVisible();
  await expect.element(screen.getByText(/Our photo is deleted\./)).toBeVisible();
  await expectAccessible();
  await screen
    .getByRole("button", { name: "Mark as settled: the weight of RA123456785HK" })
    .click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "What was found" }).fill("The label was wrong");
  const send = dialog.getByRole("button", { name: "Mark as settled", exact: true });
  await send.click();
  await expect.element(dialog.getByText(/Another weight was entered/)).toBeVisible();
  isRejected = false;
  await send.click();
  await expect.element(screen.getByText("No open work")).toBeVisible();
  const input = { shipRequestId: weight.id, weightGrams: 2100, reason: "The label was wrong" };
  expect(sent).toEqual([input, input]);
});

test("a list that cannot be loaded can be retried", async () => {
  let tries = 0;
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    answers: {
      admin: {
        listWorkItems: async () => {
          tries += 1;
          if (tries === 1) throw rejected("unexpected");
          return { items: [leg], total: 1 };
        },
      },
    },
  });
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText(leg.about)).toBeVisible();
});

test("plan payments of a month are listed with their sum", async () => {
  const { screen } = await showScreen({
    element: <PlanPaymentsPage />,
    path: "/admin/dashboard/plan-payments",
    address: "/admin/dashboard/plan-payments?month=2031-04",
    answers: {
      admin: {
        listPlanPayments: async ({ month }) => ({
          items: [
            {
              id: parcelUnderWay.id,
              userId: mei.id,
              userEmail: mei.email,
              customer: meiAsCustomer,
              plan: "Super",
              amountCents: 19_900,
              createdAt: `${month}-12T08:00:00.000Z`,
            },
          ],
          total: 1,
          sumCents: 19_900,
        }),
      },
    },
  });
  await expect.element(screen.getByText("$199.00 in total")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: mei.email }))
    .toHaveAttribute("href", "/admin/dashboard/users?search=mei.tan%40example.com");
  await expectAccessible();
});

test("cases are listed by their due time, a late one in red, and closed with an outcome", async () => {
  const opened = {
    id: "00000000-0000-4000-8000-000000000901",
    number: "C00012",
    subject: "package" as const,
    subjectId: parcelUnderWay.id,
    subjectName: parcelUnderWay.trackingNumber,
    kind: "damaged" as const,
    state: "waiting_for_us" as const,
    text: "The lid is broken.",
    files: [],
    dueAt: "2020-01-02T03:00:00.000Z",
    outcome: "",
    openedAt: "2020-01-01T03:00:00.000Z",
    closedAt: null,
    packageId: parcelUnderWay.id,
    customer: {
      userId: mei.id,
      nameInitial: "M",
      memberCode: null,
      plan: "Super" as const,
      email: mei.email,
      accountState: "active" as const,
    },
  };
  let isOpen = true;
  const sent: unknown[] = [];
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    answers: {
      admin: {
        readDashboard: async () =>
          await countedWork(isOpen ? [{ kind: "open_cases", count: 1 }] : []).readDashboard(),
      },
      cases: {
        listOpenCases: async () => ({ items: isOpen ? [opened] : [], total: isOpen ? 1 : 0 }),
        readCase: async () => opened,
        finishCase: async (input) => {
          sent.push(input);
          isOpen = false;
          return opened;
        },
      },
    },
  });
  await expect.element(screen.getByText("Late")).toBeInTheDocument();
  await expectAccessible();
  await screen.getByRole("button", { name: "View case C00012" }).click();
  const dialog = screen.getByRole("dialog", { name: "Case C00012" });
  await expect.element(dialog.getByText(opened.text)).toBeVisible();
  await expect
    .element(dialog.getByRole("link", { name: /SF1234567890123/ }))
    .toHaveAttribute("href", `/admin/dashboard/shipments?package=${parcelUnderWay.id}`);
  await expect
    .element(dialog.getByRole("link", { name: mei.email }))
    .toHaveAttribute("href", `mailto:${mei.email}?subject=Your%20message%20C00012`);
  await expectAccessible();
  await dialog.getByRole("button", { name: "Finish" }).click();
  await expect.element(dialog.getByText("Please write the outcome.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Outcome" }).fill("We packed it anew.");
  await dialog.getByRole("button", { name: "Finish" }).click();
  await expect.element(screen.getByText("No open work")).toBeVisible();
  // The tab stays when it has nothing any more.
  await expect
    .element(screen.getByRole("tab", { name: "Cases (0)" }))
    .toHaveAttribute("aria-selected", "true");
  expect(sent).toEqual([{ caseId: opened.id, outcome: "We packed it anew." }]);
});
