// Shows that tabs agree on who is signed in, and that a session which has ended leads to the login and back.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { rejected, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { mei, sessionOf } from "#testing/screen/users.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import LoginPage from "./auth/login-page.tsx";
import { ProtectedShell } from "./layout/protected-shell.tsx";
import { useApi } from "./api.tsx";
import { useSession, useSharedSession } from "./session.tsx";

/** As the frame around all pages does. */
function Sharing(props: { children: ReactNode }) {
  useSharedSession();
  return props.children;
}

const frame = (
  <Sharing>
    <ProtectedShell places={[]} isForAdmins={false} />
  </Sharing>
);

function Whoever() {
  const { person, signOut } = useSession();
  return (
    <button type="button" onClick={() => void signOut()}>
      {person?.fullName ?? "Nobody"}
    </button>
  );
}

function Asking() {
  const api = useApi();
  useQuery(api.wallet.readWallet.queryOptions({ input: {} }));
  return frame;
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
      }),
    },
  };
}

test("what another tab says about the session is heard within a second, and the way back is kept", async () => {
  let isSignedIn = true;
  const { screen, router } = await showScreen({
    element: frame,
    path: "/dashboard/wallet",
    address: "/dashboard/wallet?tab=history",
    others: {
      "/login": (
        <Sharing>
          <LoginPage />
        </Sharing>
      ),
    },
    answers: answersWith(async () => (isSignedIn ? sessionOf(mei) : null)),
  });
  await expect.element(screen.getByRole("main")).toBeVisible();
  isSignedIn = false;
  const otherTab = new BroadcastChannel("sampan-session");
  otherTab.postMessage("changed");
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/login"), 1_000);
  expect(router.state.location.state).toEqual({ from: "/dashboard/wallet?tab=history" });
  isSignedIn = true;
  otherTab.postMessage("changed");
  otherTab.close();
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/wallet"), 1_000);
});

test("signing out is told to the other tabs", async () => {
  const { screen } = await showScreen({
    element: <Whoever />,
    path: "/",
    answers: answersWith(async () => sessionOf(mei)),
  });
  const otherTab = new BroadcastChannel("sampan-session");
  const heard = new Promise((resolve) => {
    otherTab.addEventListener("message", ({ data }) => resolve(data));
  });
  await screen.getByRole("button", { name: "Mei Tan" }).click();
  expect(await heard).toBe("changed");
  otherTab.close();
  await expect.element(screen.getByRole("button", { name: "Nobody" })).toBeVisible();
});

test("an answer that the session has ended leads to the login", async () => {
  let isSignedIn = true;
  const { router } = await showScreen({
    element: <Asking />,
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
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/login"), 2_000);
  expect(router.state.location.state).toEqual({ from: "/dashboard/wallet" });
});
