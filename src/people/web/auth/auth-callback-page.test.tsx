import { afterEach, describe, expect, test, vi } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { advanceClock, advanceClockUntilShown, stopClock } from "#test/screen/fake-clock.ts";
import AuthCallbackPage from "./auth-callback-page.tsx";

afterEach(() => {
  vi.useRealTimers();
});

type AuthAnswers = NonNullable<FakeAnswers["auth"]>;

/** Opens the link; the fake server accepts the token unless `auth` overrides it. */
function openLink(address: string, auth: AuthAnswers = {}) {
  let isSignedIn = false;
  const completeCallback = vi.fn<NonNullable<AuthAnswers["completeCallback"]>>(async () => {
    isSignedIn = true;
    return sessionOf(mei);
  });
  const shown = showScreen({
    element: <AuthCallbackPage />,
    runsEffectsTwice: true,
    path: "/auth/callback",
    address: `/auth/callback${address}`,
    answers: {
      auth: {
        readSession: async () => (isSignedIn ? sessionOf(mei) : null),
        completeCallback,
        ...auth,
      },
    },
  });
  return shown.then((value) => ({ ...value, completeCallback }));
}

/** Opens the link with a stopped clock and advances it until `sentence` is shown. */
async function openUntilShown(sentence: string, ...opening: Parameters<typeof openLink>) {
  stopClock();
  const opened = openLink(...opening);
  await advanceClockUntilShown(sentence);
  return await opened;
}

const link = "#access_token=abc&refresh_token=def&type=signup";

describe("a link with a token", () => {
  test("signs in, shows a message, and goes to the dashboard after 1.5 s", async () => {
    const sentence = "Authentication successful! Redirecting you to the dashboard...";
    const { router } = await openUntilShown(sentence, link);
    await advanceClock(1_490);
    expect(router.state.location.pathname).toBe("/auth/callback");
    await advanceClock(20);
    expect(router.state.location.pathname).toBe("/dashboard");
  });

  test("is exchanged once and is removed from the address immediately", async () => {
    const { screen, router, completeCallback } = await openLink(link);
    await vi.waitFor(() => expect(router.state.location.hash).toBe(""));
    await expect.element(screen.getByText(/^Authentication successful!/)).toBeVisible();
    expect(completeCallback.mock.calls.map(([input]) => input)).toEqual([
      { accessToken: "abc", refreshToken: "def", type: "signup" },
    ]);
  });

  test("is retried after a temporary server error", async () => {
    const completeCallback = vi.fn<NonNullable<AuthAnswers["completeCallback"]>>();
    completeCallback
      .mockRejectedValueOnce(rejected("unavailable"))
      .mockResolvedValueOnce(sessionOf(mei));
    const { screen } = await openLink(link, {
      completeCallback,
      readSession: async () => (completeCallback.mock.calls.length === 2 ? sessionOf(mei) : null),
    });
    await expect.element(screen.getByText(/^Authentication successful!/)).toBeVisible();
  });

  test("that has expired leads to the login page, which offers a new email", async () => {
    const { screen, router } = await openLink(link, {
      completeCallback: () => Promise.reject(rejected("link_not_valid")),
    });
    await expect
      .element(screen.getByText("This link is no longer valid. Please request a new one."))
      .toBeVisible();
    await expect.element(screen.getByText(/^Redirecting to login page\.\.\./)).toBeVisible();
    await expectAccessible();
    await screen.getByRole("link", { name: "Get a new link" }).click();
    expect(router.state.location.pathname).toBe("/login");
    expect(router.state.location.state).toEqual({ notice: "link_not_valid" });
  });

  test("that is malformed is handled like one that has expired", async () => {
    const { screen } = await openLink(`#access_token=${"a".repeat(600)}`, {
      completeCallback: () => Promise.reject(rejected("invalid_input")),
    });
    await expect
      .element(screen.getByText("This link is no longer valid. Please request a new one."))
      .toBeVisible();
    await expect.element(screen.getByRole("link", { name: "Get a new link" })).toBeVisible();
  });

  test("shows an error when no session was established", async () => {
    const { screen } = await openLink(link, { readSession: async () => null });
    await expect
      .element(screen.getByText("Failed to establish session after setting token"))
      .toBeVisible();
  });

  test("shows an error when the server cannot be reached after retries", async () => {
    const { screen } = await openLink(link, {
      completeCallback: () => Promise.reject(new TypeError("Failed to fetch")),
    });
    await expect.element(screen.getByText("Authentication failed")).toBeVisible();
  });
});

describe("a link with an error", () => {
  test("shows it and goes to the login page after 3 s", async () => {
    const address = "?error=access_denied&error_description=No+entry";
    const { router } = await openUntilShown("Redirecting to login page...", address);
    expect(document.body.textContent).toContain("No entry");
    await advanceClock(2_990);
    expect(router.state.location.pathname).toBe("/auth/callback");
    await advanceClock(20);
    expect(router.state.location.pathname).toBe("/login");
  });

  test("that has expired, reported in the fragment, offers a new link", async () => {
    const { screen } = await openLink("#error=access_denied&error_code=otp_expired");
    await expect.element(screen.getByText("Authentication error")).toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "Get a new link" }))
      .toHaveAttribute("href", "/login");
  });

  test("shows a default message when the link has none", async () => {
    const { screen } = await openLink("?error=server_error");
    await expect.element(screen.getByText("Authentication error")).toBeVisible();
  });
});

describe("a link without a token", () => {
  test("leads a signed-in user to the dashboard", async () => {
    const { router } = await openLink("", { readSession: async () => sessionOf(mei) });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });

  test("shows an error to everybody else and goes to the login page", async () => {
    const { router } = await openUntilShown("No access token found in URL", "");
    expect(document.body.textContent).toContain("Redirecting to login page...");
    await advanceClock(2_990);
    expect(router.state.location.pathname).toBe("/auth/callback");
    await advanceClock(20);
    expect(router.state.location.pathname).toBe("/login");
  });
});
