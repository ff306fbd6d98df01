import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Dashboard, WorkItem } from "#office/contract/admin.ts";
import { workStages, type WorkStage } from "#office/rules/work-item.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { expectToFit } from "#test/screen/expect-to-fit.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { mei, meiAsCustomer, parcelUnderWay } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { PermissionsContext, WarehouseEnteredContext } from "#ui/web/permissions.ts";
import PlanPaymentsPage from "#office/web/admin/payments/plan-payments-page.tsx";
import WorkItemsPage from "./work-items-page.tsx";

afterEach(() => page.viewport(1280, 800));

const leg: WorkItem = {
  lateness: ["late_legs", "stalled_legs"],
  packageNumber: 1024,
  id: parcelUnderWay.legs[1]?.id ?? "",
  packageId: parcelUnderWay.id,
  name: parcelUnderWay.trackingNumber,
  about: "Leg 2: Hong Kong to Singapore, Hong Kong Post",
  email: mei.email,
  since: "2031-04-02T08:30:00.000Z",
};

/** The dashboard counts so much open work. */
function countedWork(
  counts: Partial<Readonly<Record<WorkStage, number>>>,
  work: Dashboard["work"] = [],
) {
  const none = { now: 0, before: 0 };
  return {
    readDashboard: async (): Promise<Dashboard> => ({
      activeCustomers: none,
      packagesOnTheWay: none,
      revenue: null,
      walletMoney: null,
      weeks: [],
      months: null,
      stages: workStages.map((stage) => {
        const count = counts[stage] ?? 0;
        return { stage, count, oldestSince: count === 0 ? null : leg.since, ownCount: 0 };
      }),
      work,
    }),
  };
}

test("the page opens on the first stage that has something, and each has its count", async () => {
  const requests: string[] = [];
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items",
    answers: {
      admin: {
        ...countedWork({ late: 1204 }, [
          { kind: "payout_requests", count: 4 },
          { kind: "failed_emails", count: 2 },
        ]),
        listWorkItems: async ({ kind }) => {
          requests.push(kind);
          return { items: [leg], total: 1 };
        },
      },
    },
  });
  await expect.element(screen.getByRole("link", { name: leg.name })).toBeVisible();
  expect(requests).toEqual(["late"]);
  expect(
    screen
      .getByRole("tab")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    "To pack (0)",
    "To label (0)",
    "To hand over (0)",
    "Waiting for customers (0)",
    "Owner unknown (0)",
    "Cases (0)",
    "Questions of carriers (0)",
    "Late (1,204)",
    "Unsent emails (2)",
  ]);
  await expectAccessible();
});

test("with nothing open the page opens on the first stage, and says what belongs there", async () => {
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items",
    answers: {
      admin: { ...countedWork({}), listWorkItems: async () => ({ items: [], total: 0 }) },
    },
  });
  await expect.element(screen.getByText("No open work")).toBeVisible();
  await expect.element(screen.getByText(/^Ship requests whose box is not closed/)).toBeVisible();
  await expect
    .element(screen.getByRole("tab", { name: "To pack (0)" }))
    .toHaveAttribute("aria-selected", "true");
});

test("a role without some of the work has only the stages of the rest", async () => {
  const { screen } = await showScreen({
    element: (
      <PermissionsContext value={(work) => work === "shipRequests" || work === "workItems"}>
        <WorkItemsPage />
      </PermissionsContext>
    ),
    path: "/admin/dashboard/work-items",
    answers: {
      admin: {
        ...countedWork({ to_label: 1 }),
        listWorkItems: async () => ({ items: [box], total: 1 }),
      },
    },
  });
  await expect.element(screen.getByRole("link", { name: "SR000012" })).toBeVisible();
  const tabs = screen.getByRole("tab").elements();
  expect(tabs.map(({ textContent }) => textContent?.replace(/ \(.*/, ""))).toEqual([
    "To pack",
    "To label",
    "To hand over",
    "Waiting for customers",
    "Late",
  ]);
  await expect.element(screen.getByRole("link", { name: "Open Labels" })).not.toBeInTheDocument();
});

const box: WorkItem = {
  id: "00000000-0000-4000-8000-000000000522",
  packageId: parcelUnderWay.id,
  name: "SR000012",
  about: "",
  email: mei.email,
  since: "2031-04-02T08:30:00.000Z",
  box: { reference: "SR000012", packageNumber: 1024, memberCode: "S7K32QX" },
};

test.each([
  ["to_pack", `/admin/dashboard/packing?request=${box.id}`, "Open Packing"],
  ["to_label", `/admin/dashboard/shipments?package=${box.packageId}`, "Open Labels"],
  ["to_hand_over", `/admin/dashboard/shipments?package=${box.packageId}`, "Open Manifests"],
] as const)("a box %s is named, opens its thing, and has its desk", async (kind, to, desk) => {
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: `/admin/dashboard/work-items?kind=${kind}`,
    answers: {
      admin: {
        ...countedWork({ [kind]: 1 }),
        listWorkItems: async () => ({
          items: [{ ...box, ...(kind === "to_pack" && { dueAt: "2020-01-01T00:00:00.000Z" }) }],
          total: 1,
        }),
      },
    },
  });
  await expect.element(screen.getByRole("link", { name: "SR000012" })).toHaveAttribute("href", to);
  await expect.element(screen.getByText("P-1024 · S7K3-2QX")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: desk })).toBeVisible();
  const lateWords = screen.getByText("Late", { exact: true }).elements();
  expect(lateWords).toHaveLength(kind === "to_pack" ? 1 : 0);
  await expectAccessible();
});

test.each([true, false])(
  "who waits for what, and for those who see money (%s) how much",
  async (seesMoney) => {
    const { screen } = await showScreen({
      element: (
        <PermissionsContext value={(work) => work !== "money" || seesMoney}>
          <WorkItemsPage />
        </PermissionsContext>
      ),
      path: "/admin/dashboard/work-items",
      address: "/admin/dashboard/work-items?kind=waiting_for_customers",
      answers: {
        admin: {
          ...countedWork({ waiting_for_customers: 2 }),
          listWorkItems: async () => ({
            items: [
              { ...box, waiting: { reason: "price", amountCents: seesMoney ? 1240 : null } },
              {
                ...box,
                id: leg.id,
                name: "SR000013",
                waiting: { reason: "missing", amountCents: null },
              },
            ],
            total: 2,
          }),
        },
      },
    });
    await expect.element(screen.getByText("A choice of service")).toBeVisible();
    await expect.element(screen.getByText("A decision about a missing parcel")).toBeVisible();
    expect(screen.getByText("from $12.40").elements()).toHaveLength(seesMoney ? 1 : 0);
    expect(screen.getByRole("columnheader", { name: "Price" }).elements()).toHaveLength(
      seesMoney ? 1 : 0,
    );
    await expectAccessible();
  },
);

test("a parcel without an owner opens among the unmatched, with its shelf", async () => {
  const parcel: WorkItem = {
    ...leg,
    id: "00000000-0000-4000-8000-000000000523",
    packageId: null,
    name: "SF9990001112223",
    about: "A-01",
    email: null,
  };
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items?kind=owner_unknown",
    answers: {
      admin: {
        ...countedWork({ owner_unknown: 1 }),
        listWorkItems: async () => ({ items: [parcel], total: 1 }),
      },
    },
  });
  await expect
    .element(screen.getByRole("link", { name: parcel.name }))
    .toHaveAttribute("href", `/admin/dashboard/unmatched?parcel=${parcel.id}`);
  await expect.element(screen.getByText("A-01")).toBeVisible();
});

test("the address selects the list, and each row links to its package", async () => {
  const requests: string[] = [];
  const { screen, router } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items?kind=late",
    answers: {
      admin: {
        listWorkItems: async ({ kind }) => {
          requests.push(kind);
          return { items: kind === "late" ? [leg] : [], total: 1 };
        },
      },
    },
  });
  await expect
    .element(screen.getByRole("link", { name: leg.name }))
    .toHaveAttribute("href", `/admin/dashboard/shipments?package=${parcelUnderWay.id}`);
  await expect.element(screen.getByText(leg.about)).toBeVisible();
  await expect.element(screen.getByText("P-1024")).toBeVisible();
  await expect
    .element(screen.getByText("Later than expected · No update for more than 7 days"))
    .toBeVisible();
  await expectAccessible();
  await screen.getByRole("tab", { name: "To label" }).click();
  await expect.element(screen.getByText("No open work")).toBeVisible();
  expect(requests).toEqual(["late", "to_label"]);
  expect(router.state.location.search).toBe("?kind=to_label");
});

test.for([
  [false, 3],
  [true, 9],
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
      cases: { listOpenCases: async () => ({ items: [], total: 0, answerTimes: null }) },
    },
  });
  await expect.element(screen.getByText("No open work")).toBeVisible();
  expect(screen.getByRole("tab").elements()).toHaveLength(count);
  expect(requests).toEqual(isEntered ? ["differing_weights"] : []);
});

test("every stage is in sight at every width", async () => {
  const { screen } = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: "/admin/dashboard/work-items?kind=failed_emails",
    answers: { admin: { listWorkItems: async () => ({ items: [], total: 0 }) } },
  });
  const tabs = screen.getByRole("tab");
  await expect.element(tabs.last()).toHaveAttribute("aria-selected", "true");
  const areInSight = (width: number) => {
    for (const tab of tabs.elements()) {
      const { left, right, bottom } = tab.getBoundingClientRect();
      expect(left, tab.textContent).toBeGreaterThanOrEqual(0);
      expect(right, tab.textContent).toBeLessThanOrEqual(width);
      expect(bottom, tab.textContent).toBeLessThanOrEqual(844 / 2);
    }
  };
  await expectToFit([1280, 390, 320], { check: areInSight });
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
    address: "/admin/dashboard/work-items?kind=late",
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
