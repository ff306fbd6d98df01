import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createMemoryRouter, Outlet } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Person } from "#platform/contract/session.ts";
import { errorCatalogue } from "#platform/contract/errors.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { renderRouter } from "#test/screen/render-router.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { mei, profileOf, publicSettings, sessionOf } from "#test/screen/users.ts";
import LoginPage from "#people/web/auth/login-page.tsx";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { ProtectedShell } from "#app/web/layout/protected-shell.tsx";
import ProfilePage from "#office/web/users/profile-page.tsx";
import { useApi, useApiClient } from "#app/web/api.ts";
import { draftPrefix, hasDrafts, removeDraftsOf } from "./drafts.ts";
import { sessionChanged, sessionChannelName, useSessionSync } from "./session.tsx";
import { Tracking } from "#goods/web/tracking/tracking-form.tsx";
import { useToasts } from "./toast.tsx";
import { AddFundsCard } from "#money/web/wallet/add-funds-card.tsx";

const ben: Person = { ...mei, id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e22", fullName: "Ben Wong" };

const noPackages = { items: [], total: 0, counts: { all: 0, active: 0, delivered: 0 } };

beforeEach(() => {
  localStorage.clear();
});

function Synced() {
  useSessionSync();
  return <Outlet />;
}

/** A page whose data are read again by the button, as in the background. */
function TrackingPage() {
  const api = useApi();
  const { refetch } = useQuery(api.wallet.readWallet.queryOptions({ input: {}, enabled: false }));
  return (
    <>
      <Tracking carriers={[]} />
      <button type="button" onClick={() => void refetch()}>
        Read again
      </button>
    </>
  );
}

const deposit = {
  isProcessing: false,
  start: async () => undefined,
  showError: () => undefined,
};

/** A page with an amount, a mutation, and an action that asks for the password. */
function MoneyPage() {
  const api = useApi();
  const client = useApiClient();
  const { showToast } = useToasts();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const cancel = useMutation(
    api.plans.cancelSubscription.mutationOptions({
      onError: () => showToast({ title: "Not canceled", kind: "destructive" }),
    }),
  );
  const change = () => withReauthentication(() => client.auth.renewBackupCodes({}));
  return (
    <>
      <AddFundsCard deposit={deposit} />
      <button type="button" onClick={() => cancel.mutate({})}>
        Cancel plan
      </button>
      <button type="button" onClick={() => void change().catch(() => undefined)}>
        Renew codes
      </button>
      {reauthenticationDialog}
    </>
  );
}

/** The page at `address` for Mei, whose session `end` ends on the server; `next` signs in at the login. */
async function showSignedIn(address: string, page: ReactNode, next: Person = mei) {
  let person: Person | null = mei;
  const signedIn = () => {
    if (person === null) throw rejected("signed_out");
    return person;
  };
  const signedInProfile = () => {
    const { id, email, fullName } = signedIn();
    const address = { address: "12 Harbour Road", city: "Singapore", country: "SG" };
    return profileOf({ id, email, fullName, ...address, postalCode: "098585" });
  };
  const shell = <ProtectedShell />;
  const router = createMemoryRouter(
    [
      {
        element: <Synced />,
        children: [
          { path: "/", element: <p>Home page</p> },
          { path: "/login", element: <LoginPage /> },
          {
            element: shell,
            children: [
              { path: address, element: page },
              { path: "*", element: <p>Another page</p> },
            ],
          },
        ],
      },
    ],
    { initialEntries: [`${address}?from=mail`] },
  );
  const screen = await renderRouter(router, {
    answers: {
      auth: {
        readSession: async () => (person === null ? null : sessionOf(person)),
        signIn: async () => {
          person = next;
          return sessionOf(person);
        },
        signOut: async () => {
          person = null;
          return {};
        },
        renewBackupCodes: async () => {
          throw rejected(person === null ? "signed_out" : "reauthentication_required");
        },
        confirmPassword: () => Promise.reject(rejected("wrong_password")),
      },
      settings: { readPublicSettings: async () => publicSettings },
      users: {
        readProfile: async () => signedInProfile(),
        updateProfile: async () => signedInProfile(),
      },
      wallet: { readWallet: () => Promise.reject(rejected("signed_out")) },
      plans: { cancelSubscription: () => Promise.reject(rejected("signed_out")) },
      packages: { listPackages: async () => noPackages },
    },
  });
  const end = () => {
    person = null;
  };
  const logIn = async () => {
    await screen.getByLabelText("Email").fill("mei.tan@example.com");
    await screen.getByLabelText("Password", { exact: true }).fill("correct horse battery");
    await screen.getByRole("button", { name: "Log in", exact: true }).click();
    await expect.poll(() => router.state.location.pathname).toBe(address);
  };
  return { screen, router, end, logIn };
}

const amount = page.getByLabelText("Amount", { exact: false }).first();
const keptNotice = "Your session has ended. Log in again to continue; your entries are kept.";

/** Ends the session while a city is typed, and saves. */
async function saveAfterTheEnd(next?: Person) {
  const shown = await showSignedIn("/dashboard/profile", <ProfilePage />, next);
  const city = shown.screen.getByLabelText("City");
  await city.fill("Ipoh");
  shown.end();
  await shown.screen.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(shown.screen.getByText(keptNotice)).toBeVisible();
  await expect.poll(shownToasts).toEqual([]);
  await shown.logIn();
  return { ...shown, city };
}

test("what is sent after the session has ended leads to the login, and back with everything typed", async () => {
  const { city, router } = await saveAfterTheEnd();
  await expect.element(city).toHaveValue("Ipoh");
  expect(router.state.location.search).toBe("?from=mail");
});

test("another account does not see what was typed", async () => {
  const { city, screen } = await saveAfterTheEnd(ben);
  await expect.element(screen.getByLabelText("Full Name")).toHaveValue("Ben Wong");
  await expect.element(city).toHaveValue("Singapore");
});

test("data read in the background after the session has ended lead to the login, and back with everything typed", async () => {
  const { screen, end, logIn } = await showSignedIn("/dashboard/tracking", <TrackingPage />);
  const number = screen.getByRole("textbox").first();
  await number.fill("SF2000000000999");
  end();
  await screen.getByRole("button", { name: "Read again" }).click();
  await expect.element(screen.getByText(keptNotice)).toBeVisible();
  await logIn();
  await expect.element(number).toHaveValue("SF2000000000999");
});

test("what is only looked at starts empty after the page was left", async () => {
  const { screen, router } = await showSignedIn("/dashboard/tracking", <TrackingPage />);
  const number = screen.getByRole("textbox").first();
  await number.fill("SF2000000000999");
  await router.navigate("/dashboard/elsewhere");
  await expect.element(screen.getByText("Another page")).toBeVisible();
  await router.navigate("/dashboard/tracking");
  await expect.element(number).toHaveValue("");
});

test("a mutation after the session has ended leads to the login, without its own message, and back", async () => {
  const { screen, end, logIn } = await showSignedIn("/dashboard/wallet", <MoneyPage />);
  await amount.fill("25");
  end();
  await screen.getByRole("button", { name: "Cancel plan" }).click();
  await expect.element(screen.getByText(keptNotice)).toBeVisible();
  await expect.poll(shownToasts).toEqual([]);
  await logIn();
  await expect.element(amount).toHaveValue(25);
});

test("a wrong password at a reauthentication ends no session, and is kept nowhere", async () => {
  const { screen, router } = await showSignedIn("/dashboard/wallet", <MoneyPage />);
  await amount.fill("25");
  await screen.getByRole("button", { name: "Renew codes" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabelText("Password", { exact: true }).fill("not the password");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText(errorCatalogue.wrong_password.message)).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard/wallet");
  expect(JSON.stringify({ ...localStorage })).not.toContain("not the password");
});

test("what stands in an open form is back after another tab has signed out, in this tab alone", async () => {
  const { screen, end, logIn } = await showSignedIn("/dashboard/profile", <ProfilePage />);
  const city = screen.getByLabelText("City");
  await city.fill("Ipoh");
  end();
  // What the other tab does: it removes what the browser keeps, and says so.
  for (const key of Object.keys(localStorage))
    if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
  const otherTab = new BroadcastChannel(sessionChannelName);
  otherTab.postMessage(sessionChanged);
  await expect.element(screen.getByText(keptNotice)).toBeVisible();
  otherTab.close();
  expect(JSON.stringify({ ...localStorage })).not.toContain("Ipoh");
  await logIn();
  await expect.element(city).toHaveValue("Ipoh");
  await expect.element(screen.getByText("Your unsaved entries were restored.")).toBeVisible();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Ipoh");
  removeDraftsOf(mei.id);
});

test("signing out oneself removes what was typed", async () => {
  const { screen, router, logIn } = await showSignedIn("/dashboard/profile", <ProfilePage />);
  const city = screen.getByLabelText("City");
  await city.fill("Ipoh");
  expect(hasDrafts(mei.id)).toBe(true);
  await screen.getByRole("button", { name: "Log out" }).first().click();
  await expect.element(screen.getByText("Home page")).toBeVisible();
  expect(hasDrafts(mei.id)).toBe(false);
  await router.navigate("/dashboard/profile");
  await logIn();
  await expect.element(city).toHaveValue("Singapore");
});
