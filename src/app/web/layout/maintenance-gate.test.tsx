import { useQuery } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { mei, publicSettings, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { advanceClock, stopClock } from "#test/screen/fake-clock.ts";
import { useApi } from "#app/web/api.ts";
import { MaintenanceGate } from "./maintenance-gate.tsx";
import { VisitorAttributes } from "./first-view.tsx";

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset["maintenance"];
});

const title = "Maintenance in progress";

function Form() {
  const api = useApi();
  const wallet = useQuery(api.wallet.readWallet.queryOptions({ input: {} }));
  return (
    <>
      <input aria-label="Description" />
      <button type="button" onClick={() => void wallet.refetch()}>
        Refresh
      </button>
      <p>{wallet.isSuccess ? "Loaded" : "Not loaded"}</p>
    </>
  );
}

async function show(person: typeof mei, isBegun: boolean) {
  const now = { isInMaintenance: isBegun };
  const readWallet = vi.fn<() => Promise<{ balanceCents: number }>>(async () => {
    if (now.isInMaintenance && !person.isAdmin) throw rejected("maintenance");
    return { balanceCents: 0 };
  });
  const { screen } = await showScreen({
    element: (
      <>
        <VisitorAttributes />
        <MaintenanceGate isStaff={person.isAdmin} onLogOut={() => undefined}>
          <Form />
        </MaintenanceGate>
      </>
    ),
    path: "/dashboard",
    answers: {
      auth: { readSession: async () => sessionOf(person) },
      settings: {
        readPublicSettings: async () => ({
          ...publicSettings,
          supportEmail: "help@sampan.example",
          isInMaintenance: now.isInMaintenance,
        }),
      },
      wallet: { readWallet },
    },
  });
  return { screen, now, readWallet };
}

test("an open page is replaced by the notice, and returns with its typed text and new data", async () => {
  stopClock();
  const { screen, now, readWallet } = await show(mei, false);
  await expect.element(screen.getByText("Loaded", { exact: true })).toBeVisible();
  await screen.getByLabelText("Description").fill("Half a sentence");
  now.isInMaintenance = true;
  await screen.getByRole("button", { name: "Refresh" }).click();
  await expect.element(screen.getByRole("heading", { name: title })).toBeVisible();
  await expect.element(screen.getByLabelText("Description")).not.toBeVisible();
  expect(document.documentElement.dataset["maintenance"]).toBe("yes");
  now.isInMaintenance = false;
  const requests = readWallet.mock.calls.length;
  await advanceClock(7_000);
  await expect.element(screen.getByLabelText("Description")).toHaveValue("Half a sentence");
  await expect.element(screen.getByRole("heading", { name: title })).not.toBeInTheDocument();
  expect(readWallet.mock.calls.length).toBeGreaterThan(requests);
});

test("a page opened during maintenance loads nothing before it has ended", async () => {
  document.documentElement.dataset["maintenance"] = "yes";
  const { screen, readWallet } = await show(mei, true);
  await expect.element(screen.getByRole("heading", { name: title })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "help@sampan.example" }))
    .toHaveAttribute("href", "mailto:help@sampan.example");
  expect(readWallet).not.toHaveBeenCalled();
  await expectAccessible();
});

test("administrators can keep working", async () => {
  document.documentElement.dataset["maintenance"] = "yes";
  const { screen } = await show({ ...mei, isAdmin: true }, true);
  await expect.element(screen.getByText("Loaded", { exact: true })).toBeVisible();
});
