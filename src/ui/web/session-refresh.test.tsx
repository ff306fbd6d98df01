import { afterEach, expect, test, vi } from "vitest";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { advanceClock, stopClock } from "#test/screen/fake-clock.ts";
import { useSessionRefresh, useSession } from "./session.tsx";

type Users = NonNullable<FakeAnswers["auth"]>;
type RefreshSession = NonNullable<Users["refreshSession"]>;

const minute = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

/** A session that expires ten minutes from now. */
function refreshed() {
  return { person: mei, expiresAt: new Date(Date.now() + 10 * minute).toISOString() };
}

function RefreshedSession() {
  const { person } = useSession();
  useSessionRefresh();
  return <p>{person?.fullName ?? "Nobody"}</p>;
}

/** Shows a signed-in screen with a fake clock. */
async function showSignedIn(refreshSession: RefreshSession, readSession?: Users["readSession"]) {
  stopClock();
  const showing = showScreen({
    element: <RefreshedSession />,
    path: "/dashboard",
    answers: {
      auth: {
        readSession: readSession ?? (async () => refreshed()),
        refreshSession: refreshSession,
      },
    },
  });
  await advanceClock(1);
  const { screen } = await showing;
  await advanceClock(1);
  return screen;
}

test("the session is refreshed shortly before it expires, and not earlier", async () => {
  const renew = vi.fn<RefreshSession>(async () => refreshed());
  await showSignedIn(renew);
  await advanceClock(8 * minute);
  expect(renew).not.toHaveBeenCalled();
  await advanceClock(minute);
  expect(renew).toHaveBeenCalledTimes(1);
  await advanceClock(7 * minute);
  expect(renew).toHaveBeenCalledTimes(1);
  await advanceClock(minute);
  expect(renew).toHaveBeenCalledTimes(2);
});

test("a session that expired since the last visit is refreshed at once", async () => {
  function Layout() {
    return useSession().person ? <RefreshedSession /> : null;
  }
  const refreshSession = vi.fn<RefreshSession>(async () => refreshed());
  const { screen } = await showScreen({
    element: <Layout />,
    path: "/dashboard",
    answers: {
      auth: {
        readSession: async () => ({
          person: mei,
          expiresAt: new Date(Date.now() - minute).toISOString(),
        }),
        refreshSession: refreshSession,
      },
    },
  });
  await expect.element(screen.getByText("Mei Tan")).toBeVisible();
  await vi.waitFor(() => expect(refreshSession).toHaveBeenCalledTimes(1));
});

test("a temporary failure is retried after 200 ms, doubling, until the server responds", async () => {
  const triedAt: number[] = [];
  const failures = [
    rejected("unavailable"),
    new TypeError("Failed to fetch"),
    rejected("subscription_not_changed"),
    rejected("unavailable"),
  ];
  const renew = vi.fn<RefreshSession>(async () => {
    triedAt.push(Date.now());
    const failure = failures.shift();
    if (failure) throw failure;
    return refreshed();
  });
  const screen = await showSignedIn(renew);
  await advanceClock(9 * minute);
  const delaysMilliseconds = triedAt.slice(1).map((at, number) => at - (triedAt[number] ?? 0));
  expect(delaysMilliseconds).toEqual([200, 400, 800, 1600]);
  await advanceClock(5 * minute);
  expect(renew).toHaveBeenCalledTimes(5);
  vi.useRealTimers();
  await expect.element(screen.getByText("Mei Tan")).toBeVisible();
});

test("an ended session is not refreshed again, and the screen shows it", async () => {
  let isSignedIn = true;
  const renew = vi.fn<RefreshSession>(() => {
    isSignedIn = false;
    return Promise.reject(rejected("signed_out"));
  });
  const screen = await showSignedIn(renew, async () => (isSignedIn ? refreshed() : null));
  await advanceClock(20 * minute);
  expect(renew).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  await expect.element(screen.getByText("Nobody")).toBeVisible();
});
