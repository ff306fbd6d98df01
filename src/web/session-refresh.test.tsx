// Shows that the lease on a session is looked at every 30 s, renewed in time, and asked for again at growing distances.
import { afterEach, expect, test, vi } from "vitest";
import { rejected, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { mei } from "#testing/screen/users.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import { letPass, stopClock } from "#testing/screen/standing-clock.ts";
import { useStoredSession, useSession } from "./session.tsx";

type Users = NonNullable<FakeAnswers["auth"]>;
type Renew = NonNullable<Users["refreshSession"]>;

const minute = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

/** The session with a lease of ten minutes from now, as the server gives it. */
function refreshed() {
  return { person: mei, expiresAt: new Date(Date.now() + 10 * minute).toISOString() };
}

function Stored() {
  const { person } = useSession();
  useStoredSession();
  return <p>{person?.fullName ?? "Nobody"}</p>;
}

/** Shows a signed-in frame on a clock that stands until it is moved on. */
async function signedIn(refreshSession: Renew, readSession?: Users["readSession"]) {
  stopClock();
  const showing = showScreen({
    element: <Stored />,
    path: "/dashboard",
    answers: {
      auth: {
        readSession: readSession ?? (async () => refreshed()),
        refreshSession: refreshSession,
      },
    },
  });
  await letPass(1);
  const { screen } = await showing;
  await letPass(1);
  return screen;
}

test("The lease is renewed when about three ticks remain, and not before", async () => {
  const renew = vi.fn<Renew>(async () => refreshed());
  await signedIn(renew);
  await letPass(8 * minute);
  expect(renew).not.toHaveBeenCalled();
  await letPass(minute);
  expect(renew).toHaveBeenCalledTimes(1);
  await letPass(7 * minute);
  expect(renew).toHaveBeenCalledTimes(1);
  await letPass(minute);
  expect(renew).toHaveBeenCalledTimes(2);
});

test("A lease that has run out since the last visit is renewed at once, for a visit may be short", async () => {
  function Frame() {
    return useSession().person ? <Stored /> : null;
  }
  const refreshSession = vi.fn<Renew>(async () => refreshed());
  const { screen } = await showScreen({
    element: <Frame />,
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

test("A passing failure is tried again after 200 ms, doubling, until the server answers", async () => {
  const triedAt: number[] = [];
  const failures = [
    rejected("unavailable"),
    new TypeError("Failed to fetch"),
    rejected("subscription_not_changed"),
    rejected("unavailable"),
  ];
  const renew = vi.fn<Renew>(async () => {
    triedAt.push(Date.now());
    const failure = failures.shift();
    if (failure) throw failure;
    return refreshed();
  });
  const screen = await signedIn(renew);
  await letPass(9 * minute);
  const waits = triedAt.slice(1).map((at, number) => at - (triedAt[number] ?? 0));
  expect(waits).toEqual([200, 400, 800, 1600]);
  await letPass(5 * minute);
  expect(renew).toHaveBeenCalledTimes(5);
  vi.useRealTimers();
  await expect.element(screen.getByText("Mei Tan")).toBeVisible();
});

test("A session that has ended meanwhile is not asked for again, and the screen knows", async () => {
  let isSignedIn = true;
  const renew = vi.fn<Renew>(() => {
    isSignedIn = false;
    return Promise.reject(rejected("signed_out"));
  });
  const screen = await signedIn(renew, async () => (isSignedIn ? refreshed() : null));
  await letPass(20 * minute);
  expect(renew).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  await expect.element(screen.getByText("Nobody")).toBeVisible();
});
