import { expect, test } from "vitest";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import { rejected } from "#testing/screen/fake-client.ts";
import { mei, meiAsCustomer, parcelUnderWay } from "#testing/screen/users.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import PlanPaymentsPage from "#web/admin/payments/plan-payments-page.tsx";
import WorkItemsPage from "./work-items-page.tsx";

const leg = {
  id: parcelUnderWay.legs[1]?.id ?? "",
  packageId: parcelUnderWay.id,
  name: parcelUnderWay.trackingNumber,
  about: "Leg 2: Hong Kong to Singapore, Hong Kong Post",
  email: mei.email,
  since: "2031-04-02T08:30:00.000Z",
};

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
