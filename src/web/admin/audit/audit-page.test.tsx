// The audit log on the screen: what is asked for, what an entry says, and what stands there without any.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { AuditEntry } from "#contract/audit.ts";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import { rejected } from "#testing/screen/fake-client.ts";
import { mei } from "#testing/screen/users.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import AuditPage from "./audit-page.tsx";

const done: AuditEntry = {
  id: "2",
  actorId: mei.id,
  actorEmail: "ada@sampan.example",
  action: "wallet.adjustWallet",
  target: mei.id,
  targetName: mei.email,
  before: { balanceCents: 0 },
  after: { balanceCents: 1000 },
  reason: "Goodwill",
  ipAddress: "203.0.113.7",
  errorCode: null,
  createdAt: "2031-04-02T08:30:00.000Z",
};
const notDone: AuditEntry = {
  ...done,
  id: "1",
  action: "packages.deletePackage",
  target: "00000000-0000-4000-8000-00000000dead",
  targetName: null,
  before: null,
  after: null,
  reason: null,
  errorCode: "not_found",
};

type Asked = { actor?: string | undefined; from?: string | undefined; until?: string | undefined };

async function showLog(
  address = "",
  items: AuditEntry[] = [done, notDone],
  isClosedByRight = true,
) {
  const asked: Asked[] = [];
  const shown = await showScreen({
    element: <AuditPage />,
    path: "/admin/dashboard/audit",
    address: `/admin/dashboard/audit${address}`,
    answers: {
      audit: {
        listEntries: async (input) => {
          asked.push(input);
          const actions = [done.action, notDone.action];
          return { items, total: items.length, actions, isClosedByRight };
        },
      },
    },
  });
  return { ...shown, asked };
}

test("an entry says who did what, and shows before and after on demand", async () => {
  const { screen } = await showLog();
  const table = screen.getByRole("table", { name: "Audit log" });
  await expect.element(table.getByText("Adjust wallet")).toBeVisible();
  await expect.element(table.getByText(mei.email)).toBeVisible();
  await expect.element(table.getByText("Refused")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Details of Adjust wallet" }).click();
  const dialog = screen.getByRole("dialog", { name: "Adjust wallet" });
  await expect.element(dialog.getByRole("row", { name: "Balance $0.00 $10.00" })).toBeVisible();
  await expect.element(dialog.getByText("203.0.113.7")).toBeVisible();
  await expectAccessible();
});

test("a refused attempt says why", async () => {
  const { screen } = await showLog();
  await expect.element(screen.getByText("Kept by triggers alone")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Details of Delete package" }).click();
  await expect
    .element(screen.getByRole("dialog").getByText("Nothing was written down of before and after."))
    .toBeVisible();
});

test("staff are told where the database does not close the log to the server itself", async () => {
  const { screen } = await showLog("", [done], false);
  await expect.element(screen.getByText("Kept by triggers alone")).toBeVisible();
  await expectAccessible();
});

test("the filters stand in the address, reach whole days, and go with the file", async () => {
  const { screen, asked } = await showLog("?actor=ada&from=2031-04-01&until=2031-04-02");
  await expect.element(screen.getByRole("table").getByText("Adjust wallet")).toBeVisible();
  const [first] = asked;
  expect(first).toMatchObject({ actor: "ada" });
  const days = Date.parse(first?.until ?? "") - Date.parse(first?.from ?? "");
  expect(days).toBe(2 * 86_400_000);
  const href = screen.getByRole("link", { name: "Export" }).element().getAttribute("href") ?? "";
  expect(new URL(href, "http://h").searchParams.get("actor")).toBe("ada");
  await screen.getByRole("combobox", { name: "Outcome" }).click();
  await screen.getByRole("option", { name: "Refused" }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ actor: "ada", outcome: "refused" });
  await screen.getByRole("combobox", { name: "Action" }).click();
  await userEvent.keyboard("wallet");
  await screen.getByRole("option", { name: "Adjust wallet" }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ action: "wallet.adjustWallet" });
});

test("days the wrong way round are said, and what is no day asks for all", async () => {
  const { screen, asked } = await showLog("?from=2031-04-03&until=2031-04-02");
  await expect.element(screen.getByText("This should not be after the last day.")).toBeVisible();
  await screen.unmount();
  await showLog("?from=soon&page=0");
  expect(asked[0]?.from).toBeDefined();
});

test("no entries say so, and a log that is not there is asked for again", async () => {
  const { screen } = await showLog("", []);
  await expect.element(screen.getByText("No entry fits")).toBeVisible();
  await screen.unmount();
  const broken = await showScreen({
    element: <AuditPage />,
    path: "/admin/dashboard/audit",
    answers: { audit: { listEntries: () => Promise.reject(rejected("unexpected")) } },
  });
  await expect.element(broken.screen.getByText("The audit log could not be loaded")).toBeVisible();
});
