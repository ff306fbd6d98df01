import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { AuditEntry } from "#office/contract/audit.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { mei } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { loadMessages, type MessageFile } from "#ui/web/i18n/messages.tsx";
import type { Language } from "#platform/rules/language.ts";
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

type Input = { actor?: string | undefined; from?: string | undefined; until?: string | undefined };

async function showLog(
  address = "",
  items: AuditEntry[] = [done, notDone],
  isProtectedByPrivileges = true,
) {
  const requests: Input[] = [];
  const shown = await showScreen({
    element: <AuditPage />,
    path: "/admin/dashboard/audit",
    address: `/admin/dashboard/audit${address}`,
    answers: {
      audit: {
        listEntries: async (input) => {
          requests.push(input);
          const actions = [done.action, notDone.action];
          return { items, total: items.length, actions, isProtectedByPrivileges };
        },
      },
    },
  });
  return { ...shown, requests };
}

test("an entry shows actor and action, and its dialog shows the values before and after", async () => {
  const { screen } = await showLog();
  const table = screen.getByRole("table", { name: "Audit log" });
  await expect.element(table.getByText("Adjust wallet")).toBeVisible();
  await expect.element(table.getByText(mei.email)).toBeVisible();
  await expect.element(table.getByText("Rejected")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Details of Adjust wallet" }).click();
  const dialog = screen.getByRole("dialog", { name: "Adjust wallet" });
  await expect.element(dialog.getByRole("row", { name: "Balance $0.00 $10.00" })).toBeVisible();
  await expect.element(dialog.getByText("203.0.113.7")).toBeVisible();
  await expectAccessible();
});

test("a rejected attempt shows the reason", async () => {
  const { screen } = await showLog();
  await expect.element(screen.getByText("Protected by triggers only")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Details of Delete package" }).click();
  await expect
    .element(screen.getByRole("dialog").getByText("No changed fields were recorded."))
    .toBeVisible();
});

test("a warning is shown when the server could change the log as the database owner", async () => {
  const { screen } = await showLog("", [done], false);
  await expect.element(screen.getByText("Protected by triggers only")).toBeVisible();
  await expectAccessible();
});

test("the filters are stored in the address, cover whole days and apply to the export", async () => {
  const { screen, requests } = await showLog("?actor=ada&from=2031-04-01&until=2031-04-02");
  await expect.element(screen.getByRole("table").getByText("Adjust wallet")).toBeVisible();
  const [first] = requests;
  expect(first).toMatchObject({ actor: "ada" });
  const days = Date.parse(first?.until ?? "") - Date.parse(first?.from ?? "");
  expect(days).toBe(2 * 86_400_000);
  const href = screen.getByRole("link", { name: "Export" }).element().getAttribute("href") ?? "";
  expect(new URL(href, "http://h").searchParams.get("actor")).toBe("ada");
  await screen.getByRole("combobox", { name: "Result" }).click();
  await screen.getByRole("option", { name: "Rejected" }).click();
  await expect.poll(() => requests.at(-1)).toMatchObject({ actor: "ada", outcome: "rejected" });
  await screen.getByRole("combobox", { name: "Action" }).click();
  await userEvent.keyboard("wallet");
  await screen.getByRole("option", { name: "Adjust wallet" }).click();
  await expect.poll(() => requests.at(-1)).toMatchObject({ action: "wallet.adjustWallet" });
});

const files = import.meta.glob<MessageFile>("/src/office/messages/staff.*.json", {
  query: "?lingui",
});

async function readIn(language: Language): Promise<void> {
  document.documentElement.lang = language;
  const load = async () => {
    const path = `/src/office/messages/staff.${language}.json`;
    return { [path]: await files[path]!() };
  };
  await loadMessages({ en: load, "zh-Hant-HK": load, "zh-Hans": load });
}

test.each([
  ["en", "Delete package"],
  ["zh-Hant-HK", "刪除包裹"],
  ["zh-Hans", "删除包裹"],
] as const)("entries are found by the name of their action, in %s", async (language, name) => {
  await readIn(language);
  onTestFinished(async () => await readIn("en"));
  const { screen, requests } = await showLog();
  await expect.element(screen.getByRole("table").getByText(name)).toBeVisible();
  await screen.getByRole("combobox").first().click();
  await userEvent.keyboard(name);
  await screen.getByRole("option", { name }).click();
  await expect.poll(() => requests.at(-1)).toMatchObject({ action: "packages.deletePackage" });
});

test("reversed dates show an error, and an invalid date is ignored", async () => {
  const { screen, requests } = await showLog("?from=2031-04-03&until=2031-04-02");
  await expect.element(screen.getByText("This should not be after the last day.")).toBeVisible();
  await screen.unmount();
  await showLog("?from=soon&page=0");
  expect(requests[0]?.from).toBeDefined();
});

test("an empty log shows a message, and a failed load can be retried", async () => {
  const { screen } = await showLog("", []);
  await expect.element(screen.getByText("No matching entries")).toBeVisible();
  await screen.unmount();
  const broken = await showScreen({
    element: <AuditPage />,
    path: "/admin/dashboard/audit",
    answers: { audit: { listEntries: () => Promise.reject(rejected("unexpected")) } },
  });
  await expect.element(broken.screen.getByText("The audit log could not be loaded")).toBeVisible();
});
