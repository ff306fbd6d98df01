import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import type { OwnCase } from "#office/contract/case-fields.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { fakeClient, rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, publicSettings, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { ApiProvider } from "#ui/web/api.tsx";
import type { ApiClient } from "#app/web/api.ts";
import { ProtectedShell } from "#app/web/layout/protected-shell.tsx";
import { theme } from "#ui/web/theme.ts";
import { YourDataCard } from "./your-data-card.tsx";

type UserAnswers = NonNullable<FakeAnswers["users"]>;
type Closing = Awaited<ReturnType<ApiClient["users"]["readAccountClosing"]>>;

const openCase: OwnCase = {
  id: "00000000-0000-4000-8000-000000000901",
  number: "C00012",
  subject: "package",
  subjectId: "00000000-0000-4000-8000-000000000902",
  subjectName: "P-1024",
  transaction: null,
  kind: "damaged",
  state: "waiting_for_us",
  text: "The lid is broken.",
  files: [],
  waitingSince: "2031-04-20T10:00:00.000Z",
  dueAt: "2031-04-21T10:00:00.000Z",
  answerBy: null,
  askedCents: null,
  grantedCents: null,
  outcome: "",
  openedAt: "2031-04-20T10:00:00.000Z",
  lastAt: "2031-04-20T10:00:00.000Z",
  closedAt: null,
};
const answeredCase: OwnCase = {
  ...openCase,
  id: "00000000-0000-4000-8000-000000000903",
  number: "C00011",
  state: "closed",
  dueAt: null,
  closedAt: "2031-04-20T12:00:00.000Z",
};

const closable: Closing = {
  balanceCents: 0,
  heldCents: 0,
  mustCancelSubscription: false,
  parcelsHereCount: 0,
  payoutRequest: null,
  isPossible: true,
};

function show(users: UserAnswers, others: Omit<FakeAnswers, "users"> = {}) {
  return showScreen({
    element: <YourDataCard />,
    path: "/dashboard/settings",
    answers: {
      cases: { listOwnCases: async () => ({ items: [] }) },
      ...others,
      auth: { readSession: async () => sessionOf(mei), ...others.auth },
      users,
    },
  });
}

async function showClosing(
  closing: Partial<Closing>,
  users: UserAnswers = {},
  others: Omit<FakeAnswers, "users"> = {},
) {
  const { screen, router } = await show(
    { readAccountClosing: async () => ({ ...closable, ...closing }), ...users },
    others,
  );
  await screen.getByRole("button", { name: "Close account…" }).click();
  return { router, dialog: page.getByRole("dialog", { name: "Close account" }) };
}

describe("exporting the account's data", () => {
  test.each([
    { name: "Everything (JSON)", part: "everything" },
    { name: "Transactions (CSV)", part: "transactions" },
    { name: "Packages (CSV)", part: "packages" },
  ])("'$name' is saved as a file", async ({ name, part }) => {
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const { screen } = await show({
      exportAccount: async (input) => ({
        fileName: `sampan-${input.part}.txt`,
        contentType: "text/plain",
        content: "exported",
      }),
    });
    await expectAccessible();
    await screen.getByRole("button", { name }).click();
    await vi.waitFor(() => expect(saved).toEqual([`sampan-${part}.txt`]));
    click.mockRestore();
  });

  test("shows an error when the export fails", async () => {
    const { screen } = await show({
      exportAccount: () => Promise.reject(new TypeError("Failed to fetch")),
    });
    await screen.getByRole("button", { name: "Everything (JSON)" }).click();
    await expect
      .element(page.getByText("Your data could not be downloaded. Please try again."))
      .toBeVisible();
  });
});

describe("closing the account", () => {
  test("focuses the password, traps the focus in the dialog, and returns it", async () => {
    const { dialog } = await showClosing({});
    await expect.element(dialog.getByLabelText("Password", { exact: true })).toHaveFocus();
    for (let step = 0; step < 6; step += 1) {
      await userEvent.keyboard("{Tab}");
      expect(dialog.element().contains(document.activeElement)).toBe(true);
    }
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Close account…" })).toHaveFocus();
  });

  test("shows an error while a payment is in progress", async () => {
    const { dialog, router } = await showClosing(
      {},
      { closeAccount: () => Promise.reject(rejected("payment_in_progress")) },
    );
    await dialog.getByLabelText("Password", { exact: true }).fill("correct-password");
    await userEvent.keyboard("{Enter}");
    const sentence =
      "One of your payments is still in progress. Please try again once it has completed.";
    await expect.element(dialog.getByText(sentence)).toBeVisible();
    expect(router.state.location.pathname).toBe("/dashboard/settings");
  });

  test("requires the password and leads to the home page", async () => {
    let isClosed = false;
    const { dialog, router } = await showClosing(
      {},
      {
        closeAccount: async ({ password }) => {
          if (password !== "correct-password") throw rejected("wrong_password");
          isClosed = true;
          return {};
        },
      },
      {
        auth: {
          readSession: async () => (isClosed ? null : sessionOf(mei)),
          signOut: async () => ({}),
        },
      },
    );
    const password = dialog.getByLabelText("Password", { exact: true });
    await password.fill("wrong-password");
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog.getByText("This password is not correct.")).toBeVisible();
    await expectAccessible();
    await password.fill("correct-password");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Your account is closed")).toBeVisible();
    expect(router.state.location.pathname).toBe("/");
  });

  test("leads to the home page on a slow connection as well, never to the login page", async () => {
    const untilHome = Promise.withResolvers<void>();
    const untilClosed = Promise.withResolvers<void>();
    let isClosed = false;
    const client = fakeClient({
      settings: { readPublicSettings: async () => publicSettings },
      auth: { readSession: async () => (isClosed ? null : sessionOf(mei)) },
      cases: { listOwnCases: async () => ({ items: [] }) },
      users: {
        readAccountClosing: async () => closable,
        closeAccount: async () => {
          isClosed = true;
          await untilClosed.promise;
          return {};
        },
      },
    });
    const visitedPaths: string[] = [];
    const router = createMemoryRouter(
      [
        {
          path: "/",
          lazy: async () => {
            await untilHome.promise;
            return { element: <h1>Home page</h1> };
          },
        },
        { path: "/login", element: <h1>Login page</h1> },
        {
          path: "/dashboard",
          element: <ProtectedShell />,
          children: [{ path: "settings", element: <YourDataCard /> }],
        },
      ],
      { initialEntries: ["/dashboard/settings"] },
    );
    router.subscribe(({ location }) => visitedPaths.push(location.pathname));
    await render(
      <MantineProvider theme={theme} env="test">
        <ApiProvider client={client}>
          <RouterProvider router={router} />
        </ApiProvider>
        <Notifications />
      </MantineProvider>,
    );
    await page.getByRole("button", { name: "Close account…" }).click();
    const dialog = page.getByRole("dialog", { name: "Close account" });
    await dialog.getByLabelText("Password", { exact: true }).fill("correct-password");
    await userEvent.keyboard("{Enter}");
    await vi.waitFor(() => expect(isClosed).toBe(true));
    // Simulates returning to the window: the server no longer has a session.
    window.dispatchEvent(new Event("visibilitychange"));
    await expect.element(page.getByRole("status", { name: "Loading" }).first()).toBeVisible();
    untilClosed.resolve();
    await vi.waitFor(() => expect(router.state.navigation.location?.pathname).toBe("/"));
    untilHome.resolve();
    await expect.element(page.getByText("Your account is closed")).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Home page" })).toBeVisible();
    expect(visitedPaths).not.toContain("/login");
  });

  test("is not possible with an active subscription", async () => {
    const { dialog } = await showClosing({ mustCancelSubscription: true, isPossible: false });
    await expect
      .element(dialog.getByText("Please cancel your subscription before you close your account."))
      .toBeVisible();
    expect(dialog.getByLabelText("Password").elements()).toHaveLength(0);
    await expectAccessible();
  });

  test("is not possible with parcels in the warehouse", async () => {
    const { dialog } = await showClosing({ parcelsHereCount: 2, isPossible: false });
    await expect
      .element(dialog.getByText(/You have 2 parcels in our warehouse. Have them sent before/))
      .toBeVisible();
    expect(dialog.getByRole("alert").elements()).toHaveLength(1);
    expect(dialog.getByLabelText("Password").elements()).toHaveLength(0);
  });

  test("with less than the minimum payout left, tells the user to contact support", async () => {
    const { dialog } = await showClosing({ balanceCents: 99, isPossible: false });
    await expect
      .element(dialog.getByText(/Please contact us about a smaller balance/))
      .toBeVisible();
    expect(dialog.getByRole("button", { name: "Request payout" }).elements()).toEqual([]);
  });

  test("with an open payout, shows the payout and no fees", async () => {
    const payoutRequest = { amountCents: 2050, createdAt: "2031-04-02T08:30:00.000Z" };
    const { dialog } = await showClosing({ heldCents: 2050, payoutRequest, isPossible: false });
    await expect.element(dialog.getByText(/^You requested a payout of/)).toBeVisible();
    expect(dialog.getByText(/is on hold for fees/).elements()).toEqual([]);
  });

  test("is not possible with unsettled fees", async () => {
    const { dialog } = await showClosing({ heldCents: 2050, isPossible: false });
    await expect.element(dialog.getByText("$20.50")).toBeVisible();
    await expect.element(dialog.getByText(/is on hold for fees/)).toBeVisible();
  });

  test("is not possible for an admin", async () => {
    const { dialog } = await showClosing({ isPossible: false });
    await expect
      .element(dialog.getByText(/^An administrator's account cannot be closed\./))
      .toBeVisible();
  });

  test("names what is still open, and nothing that is closed", async () => {
    const items = [openCase, answeredCase];
    const { dialog } = await showClosing(
      {},
      {},
      { cases: { listOwnCases: async () => ({ items }) } },
    );
    const note = dialog.getByText(
      /is still open: C00012 \(P-1024\)\. It is closed with the account/,
    );
    await expect.element(note).toBeVisible();
    expect(dialog.getByText(/C00011/).elements()).toEqual([]);
    await expectAccessible();
  });

  test("with money left, a payout can be requested, after reauthentication", async () => {
    const requestedDetails: string[] = [];
    let payoutRequest: Closing["payoutRequest"] = null;
    let isReauthenticated = false;
    const { dialog } = await showClosing(
      {},
      {
        readAccountClosing: async () => ({
          ...closable,
          balanceCents: 12_550,
          isPossible: false,
          payoutRequest,
        }),
      },
      {
        wallet: {
          requestPayout: async ({ details }) => {
            if (!isReauthenticated) throw rejected("reauthentication_required");
            requestedDetails.push(details);
            const createdAt = "2031-04-02T08:30:00.000Z";
            payoutRequest = { amountCents: 12_550, createdAt };
            return {
              id: "00000000-0000-4000-8000-000000000401",
              amountCents: 12_550,
              destination: "••••",
              createdAt,
              startedAt: null,
              settledAt: null,
              outcome: null,
              reason: null,
              reference: null,
            };
          },
        },
        auth: {
          confirmPassword: async () => {
            isReauthenticated = true;
            return { reauthenticatedUntil: "2031-04-02T08:45:00.000Z" };
          },
        },
      },
    );
    await expect.element(dialog.getByText(/There is still money in your wallet\./)).toBeVisible();
    await expect.element(dialog.getByText("$125.50", { exact: true })).toBeVisible();
    const request = dialog.getByRole("button", { name: "Request payout" });
    await request.click();
    await expect.element(dialog.getByText("Please enter your bank details.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Bank details" }).fill("Example Bank, 123-456");
    await expectAccessible();
    await request.click();
    const reauthentication = page.getByRole("dialog", { name: "Confirm it's you" });
    await reauthentication.getByRole("button", { name: "Cancel" }).click();
    await expect.element(reauthentication).not.toBeInTheDocument();
    await expect
      .element(dialog.getByRole("textbox", { name: "Bank details" }))
      .toHaveValue("Example Bank, 123-456");
    await request.click();
    await reauthentication.getByLabelText("Password", { exact: true }).fill("correct-password");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Payout requested")).toBeVisible();
    await expect.element(dialog.getByText(/^You requested a payout of/)).toBeVisible();
    expect(document.activeElement?.textContent).toMatch(/^You requested a payout of/);
    expect(requestedDetails).toEqual(["Example Bank, 123-456"]);
  });
});
