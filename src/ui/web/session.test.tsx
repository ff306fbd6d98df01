import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { useFailureToast } from "#ui/web/toast.tsx";
import LoginPage from "#people/web/auth/login-page.tsx";
import { ProtectedShell } from "#app/web/layout/protected-shell.tsx";
import { useApi } from "#app/web/api.ts";
import { hasDrafts, writeDraft } from "./drafts.ts";
import { usePerson, useSession, useSessionSync } from "./session.tsx";

function SessionSync(props: { children: ReactNode }) {
  useSessionSync();
  return props.children;
}

const shell = (
  <SessionSync>
    <ProtectedShell />
  </SessionSync>
);

function UserName() {
  const { person, signOut } = useSession();
  return (
    <button type="button" onClick={() => void signOut()}>
      {person?.fullName ?? "Nobody"}
    </button>
  );
}

function OwnEmail() {
  return <p>{usePerson().email}</p>;
}

function WalletReader() {
  const api = useApi();
  useQuery(api.wallet.readWallet.queryOptions({ input: {} }));
  return shell;
}

function answersWith(readSession: NonNullable<FakeAnswers["auth"]>["readSession"]): FakeAnswers {
  return {
    auth: { ...(readSession ? { readSession } : {}), signOut: async () => ({}) },
    settings: {
      readPublicSettings: async () => ({
        isSandbox: false,
        hasSandboxMailbox: false,
        supportEmail: null,
        isInMaintenance: false,
        isRegistrationOpen: true,
        hasWarehouse: true,
      }),
    },
  };
}

test("a session change in another tab applies at once, and sign-in returns to the page", async () => {
  let isSignedIn = true;
  const { screen, router } = await showScreen({
    element: shell,
    isFrame: true,
    path: "/dashboard/wallet",
    address: "/dashboard/wallet?tab=history",
    others: {
      "/login": (
        <SessionSync>
          <LoginPage />
        </SessionSync>
      ),
    },
    answers: answersWith(async () => (isSignedIn ? sessionOf(mei) : null)),
  });
  await expect.element(screen.getByRole("main")).toBeVisible();
  isSignedIn = false;
  const otherTab = new BroadcastChannel("sampan-session");
  otherTab.postMessage("changed");
  await expect.poll(() => router.state.location.pathname).toBe("/login");
  expect(router.state.location.state).toEqual({
    from: "/dashboard/wallet?tab=history",
    notice: "session_ended",
  });
  await expect
    .element(screen.getByText("Your session has ended. Log in again to continue."))
    .toBeVisible();
  isSignedIn = true;
  otherTab.postMessage("changed");
  otherTab.close();
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/wallet");
});

test("signing out notifies the other tabs and removes the drafts", async () => {
  const { screen } = await showScreen({
    element: <UserName />,
    path: "/",
    answers: answersWith(async () => sessionOf(mei)),
  });
  writeDraft(mei.id, "profile", { values: { city: "Ipoh" }, originals: { city: "" }, version: "" });
  const otherTab = new BroadcastChannel("sampan-session");
  const received = new Promise((resolve) => {
    otherTab.addEventListener("message", ({ data }) => resolve(data));
  });
  await screen.getByRole("button", { name: "Mei Tan" }).click();
  expect(await received).toBe("changed");
  otherTab.close();
  await expect.element(screen.getByRole("button", { name: "Nobody" })).toBeVisible();
  expect(hasDrafts(mei.id)).toBe(false);
});

test("a response that the session has ended redirects to the login, which says that drafts are kept", async () => {
  writeDraft(mei.id, "profile", { values: { city: "Ipoh" }, originals: { city: "" }, version: "" });
  let isSignedIn = true;
  const { router } = await showScreen({
    element: <WalletReader />,
    isFrame: true,
    path: "/dashboard/wallet",
    answers: {
      ...answersWith(async () => (isSignedIn ? sessionOf(mei) : null)),
      wallet: {
        readWallet: async () => {
          await new Promise((resolve) => setTimeout(resolve, 100));
          isSignedIn = false;
          throw rejected("signed_out");
        },
      },
    },
  });
  await expect.poll(() => router.state.location.pathname).toBe("/login");
  expect(router.state.location.state).toEqual({ from: "/dashboard/wallet", notice: "draft_kept" });
});

test("a first load without a connection says so instead of leading to the login", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { screen, router } = await showScreen({
    element: shell,
    isFrame: true,
    path: "/dashboard/wallet",
    answers: answersWith(() => Promise.reject(new TypeError("Failed to fetch"))),
  });
  const notice = screen.getByRole("heading", { name: "You are offline" });
  await expect.element(notice).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard/wallet");
  online.mockRestore();
});

test("a first load without the server says so, keeps the address, and opens the page once the server answers", async () => {
  let isReachable = false;
  const { screen, router } = await showScreen({
    element: shell,
    isFrame: true,
    path: "/dashboard/wallet",
    answers: answersWith(async () => {
      if (!isReachable) throw new TypeError("Failed to fetch");
      return sessionOf(mei);
    }),
  });
  const notice = screen.getByRole("heading", { name: "The server cannot be reached" });
  await expect.element(notice).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard/wallet");
  isReachable = true;
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Log out" }).first()).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard/wallet");
});

test("without a connection reads wait without a message, and go on once it is back", async () => {
  onTestFinished(() => void window.dispatchEvent(new Event("online")));
  let isConnected = true;
  let reads = 0;
  function Balance() {
    const query = useQuery(useApi().wallet.readWallet.queryOptions({ input: {} }));
    useFailureToast(query.error, { title: "The wallet could not be loaded" });
    return (
      <button type="button" onClick={() => void query.refetch()}>
        {query.data === undefined ? "No balance" : `Balance ${query.data.balanceCents}`}
      </button>
    );
  }
  const { screen } = await showScreen({
    element: <Balance />,
    path: "/dashboard",
    answers: {
      wallet: {
        readWallet: async () => {
          reads += 1;
          if (!isConnected) throw new TypeError("Failed to fetch");
          return { balanceCents: reads };
        },
      },
    },
  });
  const balance = screen.getByRole("button");
  await expect.element(balance).toHaveTextContent("Balance 1");
  isConnected = false;
  window.dispatchEvent(new Event("offline"));
  await balance.click();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(shownToasts()).toEqual([]);
  await expect.element(balance).toHaveTextContent("Balance 1");
  isConnected = true;
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => balance.element().textContent).toMatch(/Balance [2-9]/);
});

test("pages below the shell know who is signed in", async () => {
  const { screen } = await showScreen({
    element: shell,
    page: <OwnEmail />,
    path: "/dashboard",
    answers: answersWith(async () => sessionOf(mei)),
  });
  await expect.element(screen.getByRole("main").getByText(mei.email)).toBeVisible();
});

test("a page without a shell above it is an error, which its writer sees at once", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await showScreen({
    element: <OwnEmail />,
    isFrame: true,
    path: "/dashboard",
    answers: answersWith(async () => sessionOf(mei)),
  });
  expect(document.body.textContent).toContain("usePerson needs the shell");
});

test("nothing of one person is left where a window that gets the focus finds another", async () => {
  const kenji = { ...mei, id: "00000000-0000-4000-8000-0000000000aa", fullName: "Kenji Sato" };
  let person = mei;
  function Balance() {
    const { data } = useQuery(useApi().wallet.readWallet.queryOptions({ input: {} }));
    return <p>{data === undefined ? "No balance" : `Balance ${data.balanceCents}`}</p>;
  }
  const answers = answersWith(async () => sessionOf(person));
  const { screen } = await showScreen({
    element: (
      <SessionSync>
        <UserName />
        <Balance />
      </SessionSync>
    ),
    isFrame: true,
    path: "/dashboard",
    answers: {
      ...answers,
      wallet: { readWallet: async () => ({ balanceCents: person === mei ? 100 : 200 }) },
    },
  });
  await expect.element(screen.getByText("Balance 100")).toBeVisible();
  person = kenji;
  window.dispatchEvent(new Event("visibilitychange"));
  await expect.element(screen.getByRole("button", { name: "Kenji Sato" })).toBeVisible();
  await expect.element(screen.getByText("Balance 200")).toBeVisible();
});
