import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { SetUpState } from "#office/contract/set-up.ts";
import { serviceSteps, warehouseSteps, type SetUpStep } from "#office/rules/set-up.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { expectToFit } from "#test/screen/expect-to-fit.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { PermissionsContext } from "#ui/web/permissions.ts";
import { SetUpCard } from "./set-up-card.tsx";

afterEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

function stateOf(done: readonly SetUpStep[], options: { hasWarehouse: boolean }): SetUpState {
  const progressOf = <Step extends SetUpStep>(step: Step) => ({
    step,
    isDone: done.includes(step),
    isTicked: false,
  });
  return {
    service: serviceSteps.map(progressOf),
    warehouse: options.hasWarehouse ? warehouseSteps.map(progressOf) : null,
    isWarehouseOffered: false,
  };
}

function showCard(
  admin: NonNullable<FakeAnswers["admin"]>,
  options: { readonly isAdmin?: boolean; readonly colorScheme?: "light" | "dark" } = {},
) {
  const { isAdmin = true, colorScheme = "light" } = options;
  return showScreen({
    element: (
      <PermissionsContext value={() => isAdmin}>
        <h1>Dashboard</h1>
        <SetUpCard />
      </PermissionsContext>
    ),
    path: "/admin/dashboard",
    answers: { admin },
    colorScheme,
  });
}

test("without a warehouse nothing of one is listed, and each step leads to its page", async () => {
  const { screen } = await showCard({
    readSetUp: async () => stateOf(["operator"], { hasWarehouse: false }),
  });
  await expect.element(screen.getByText("1 of 4 done")).toBeVisible();
  expect(screen.getByText("Run a warehouse").elements()).toEqual([]);
  expect(screen.getByRole("listitem").elements()).toHaveLength(4);
  for (const [name, address] of [
    ["Operator’s name and support email", "/admin/dashboard/settings"],
    ["Payment keys", "/admin/dashboard/settings?tab=api"],
    ["Plans and rates looked at", "/admin/dashboard/services"],
    ["Staff", "/admin/dashboard/users"],
  ] as const) {
    const link = screen.getByRole("link", { name, exact: true });
    await expect.element(link).toHaveAttribute("href", address);
  }
  await expect
    .element(screen.getByRole("link", { name: "See the plans" }))
    .toHaveAttribute("href", "/pricing");
  expect(screen.getByRole("link", { name: "Enter a warehouse" }).elements()).toEqual([]);
  // What is done needs no explanation.
  expect(screen.getByText(/Set OPERATOR_NAME/).elements()).toEqual([]);
  await expect.element(screen.getByText(/npm run admin grant EMAIL/)).toBeVisible();
});

test.each([
  [1280, "light"],
  [390, "dark"],
  [320, "light"],
] as const)("with a warehouse all steps fit %i pixels", async (width, scheme) => {
  await page.viewport(width, 844);
  const { screen } = await showCard(
    { readSetUp: async () => stateOf(["address", "shelves"], { hasWarehouse: true }) },
    { colorScheme: scheme },
  );
  await expect.element(screen.getByText("2 of 12 done")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "A test parcel" }))
    .toHaveAttribute("href", "/admin/dashboard/receiving");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await expectAccessible();
});

test("a step is ticked off and taken back, and says where that failed", async () => {
  let state = stateOf([], { hasWarehouse: false });
  let isFailing = true;
  const requests: unknown[] = [];
  const { screen } = await showCard({
    readSetUp: async () => state,
    tickSetUpStep: async (input) => {
      if (isFailing) throw rejected("unavailable");
      requests.push(input);
      const service = state.service.map((one) =>
        one.step === input.step
          ? { ...one, isDone: input.isTicked, isTicked: input.isTicked }
          : one,
      );
      state = { ...state, service };
      return state;
    },
  });
  const tick = screen.getByRole("button", { name: "Tick off: Plans and rates looked at" });
  await tick.click();
  await expect.element(screen.getByText("The step was not changed")).toBeVisible();
  isFailing = false;
  await tick.click();
  await expect.element(screen.getByText("1 of 4 done")).toBeVisible();
  await screen.getByRole("button", { name: "Untick: Plans and rates looked at" }).click();
  await expect.element(screen.getByText("0 of 4 done")).toBeVisible();
  const step = "plans_and_rates";
  expect(requests).toEqual([
    { step, isTicked: true },
    { step, isTicked: false },
  ]);
  // What may wait is ticked off too.
  await expect
    .element(screen.getByRole("button", { name: "Tick off: Payment keys" }))
    .toBeVisible();
});

test("once the service is set up, one line offers a warehouse, and is gone once declined", async () => {
  let isWarehouseOffered = true;
  const ticked: unknown[] = [];
  const { screen } = await showCard({
    readSetUp: async () => ({
      ...stateOf([...serviceSteps], { hasWarehouse: false }),
      isWarehouseOffered,
    }),
    tickSetUpStep: async (input) => {
      ticked.push(input);
      isWarehouseOffered = false;
      return { ...stateOf([...serviceSteps], { hasWarehouse: false }), isWarehouseOffered };
    },
  });
  await expect
    .element(screen.getByRole("link", { name: "Enter a warehouse" }))
    .toHaveAttribute("href", "/admin/dashboard/warehouses/new");
  expect(screen.getByRole("listitem").elements()).toEqual([]);
  await expectToFit([1280, 390, 320]);
  await screen.getByRole("button", { name: "Not needed" }).click();
  await expect.element(screen.getByText("Set up")).not.toBeInTheDocument();
  expect(ticked).toEqual([{ step: "address", isTicked: true }]);
});

test("it is gone when all is done", async () => {
  const { screen } = await showCard({
    readSetUp: async () => stateOf([...serviceSteps, ...warehouseSteps], { hasWarehouse: true }),
  });
  await expect.element(screen.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Set up" })).not.toBeInTheDocument();
});

test("it keeps its room while it is loaded, unless nothing was left the last time", async () => {
  let finish = () => undefined as void;
  let state = stateOf([], { hasWarehouse: false });
  const readSetUp = () =>
    new Promise<SetUpState>((resolve) => {
      finish = () => resolve(state);
    });
  const { screen } = await showCard({ readSetUp });
  await expect.element(screen.getByRole("heading", { name: "Set up" })).toBeVisible();
  state = stateOf([...serviceSteps], { hasWarehouse: false });
  finish();
  await expect.element(screen.getByRole("heading", { name: "Set up" })).not.toBeInTheDocument();
  await screen.unmount();
  const again = await showCard({ readSetUp });
  await expect.element(again.screen.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  expect(again.screen.getByRole("heading", { name: "Set up" }).elements()).toEqual([]);
});

test("nobody but admins reads it", async () => {
  let reads = 0;
  const { screen } = await showCard(
    {
      readSetUp: async () => {
        reads += 1;
        return stateOf([], { hasWarehouse: false });
      },
    },
    { isAdmin: false },
  );
  await expect.element(screen.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  expect([reads, screen.getByText("Set up").elements()]).toEqual([0, []]);
});

test("a failed load can be retried", async () => {
  let isWell = false;
  const { screen } = await showCard({
    readSetUp: async () => {
      if (!isWell) throw rejected("forbidden");
      return stateOf([], { hasWarehouse: false });
    },
  });
  await expect
    .element(screen.getByText("What is left to set up could not be loaded"))
    .toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("0 of 4 done")).toBeVisible();
});
