import { expect, test } from "vitest";
import type { ErrorGroup } from "#platform/contract/error-reports.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { mei } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import ErrorsPage from "./errors-page.tsx";

const group: ErrorGroup = {
  id: "00000000-0000-4000-8000-00000000beef",
  errorMessage: "Cannot read properties of undefined (reading 'map')",
  source: "router",
  place: "at draw (https://h/a.js:1:20)",
  times: 1204,
  usersAffected: 37,
  firstSeenAt: "2031-04-01T08:30:00.000Z",
  lastSeenAt: "2031-04-02T08:30:00.000Z",
  resolvedAt: null,
};
const occurrence = {
  id: "7",
  userId: mei.id,
  errorStack: "TypeError: …\n    at draw (https://h/a.js:1:20)",
  context: '{"path":"/dashboard/wallet"}',
  createdAt: group.lastSeenAt,
};

test("an error group shows count, affected accounts and source, and can be resolved", async () => {
  let isOpen = true;
  const { screen, router } = await showScreen({
    element: <ErrorsPage />,
    path: "/admin/dashboard/errors",
    address: "/admin/dashboard/errors?state=all&page=2",
    answers: {
      errorReports: {
        listErrors: async () => ({
          items: isOpen ? [group] : [],
          total: isOpen ? 21 : 0,
          openCount: isOpen ? 1 : 0,
        }),
        readError: async () => ({ group, occurrences: [occurrence] }),
        resolveError: async ({ isResolved }) => {
          isOpen = !isResolved;
          return { ...group, resolvedAt: group.lastSeenAt };
        },
      },
    },
  });
  await expect.element(screen.getByText("1,204")).toBeVisible();
  await expect.element(screen.getByText("37")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: /^Details of Cannot read/ }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText(occurrence.context)).toBeVisible();
  expect(router.state.location.search).toContain("page=2");
  await expect.element(dialog.getByText("Last occurrence")).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await expect.element(screen.getByText("Error resolved")).toBeVisible();
  await expect.element(screen.getByText("No matching errors")).toBeVisible();
});

test("an unknown error and a failed load show a message", async () => {
  const { screen } = await showScreen({
    element: <ErrorsPage />,
    path: "/admin/dashboard/errors",
    address: `/admin/dashboard/errors?error=${group.id}`,
    answers: {
      errorReports: {
        listErrors: () => Promise.reject(rejected("unexpected")),
        readError: () => Promise.reject(rejected("not_found")),
      },
    },
  });
  await expect.element(screen.getByText("The errors could not be loaded")).toBeVisible();
  await expect.element(screen.getByText("The error could not be loaded")).toBeVisible();
});
