// Shows that the lease on a session is looked at every 30 s, renewed in time, and asked for again at growing distances.
import { afterEach, expect, test, vi } from "vitest";
import { refused, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { mei } from "#testing/screen/people.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import { letPass, stopClock } from "#testing/screen/standing-clock.ts";
import { useKeptSession, useSession } from "./session.tsx";

type People = NonNullable<FakeAnswers["people"]>;
type Renew = NonNullable<People["renewSession"]>;

const minute = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

/** The session with a lease of ten minutes from now, as the server gives it. */
function leased() {
  return { person: mei, expiresAt: new Date(Date.now() + 10 * minute).toISOString() };
}

function Kept() {
  const { person } = useSession();
  useKeptSession();
  return <p>{person?.fullName ?? "Nobody"}</p>;
}

/** Shows a signed-in frame on a clock that stands until it is moved on. */
async function signedIn(renewSession: Renew, readSession?: People["readSession"]) {
  stopClock();
  const showing = showScreen({
    element: <Kept />,
    path: "/dashboard",
    answers: { people: { readSession: readSession ?? (async () => leased()), renewSession } },
  });
  await letPass(1);
  const { screen } = await showing;
  await letPass(1);
  return screen;
}

test("The lease is renewed when about three ticks remain, and not before", async () => {
  const renew = vi.fn<Renew>(async () => leased());
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
    return useSession().person ? <Kept /> : null;
  }
  const renewSession = vi.fn<Renew>(async () => leased());
  const { screen } = await showScreen({
    element: <Frame />,
    path: "/dashboard",
    answers: {
      people: {
        readSession: async () => ({
          person: mei,
          expiresAt: new Date(Date.now() - minute).toISOString(),
        }),
        renewSession,
      },
    },
  });
  await expect.element(screen.getByText("Mei Tan")).toBeVisible();
  await vi.waitFor(() => expect(renewSession).toHaveBeenCalledTimes(1));
});

test("A passing failure is tried again after 200 ms, doubling, until the server answers", async () => {
  const triedAt: number[] = [];
  const failures = [
    refused("unavailable"),
    new TypeError("Failed to fetch"),
    refused("subscription_not_changed"),
    refused("unavailable"),
  ];
  const renew = vi.fn<Renew>(async () => {
    triedAt.push(Date.now());
    const failure = failures.shift();
    if (failure) throw failure;
    return leased();
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
    return Promise.reject(refused("signed_out"));
  });
  const screen = await signedIn(renew, async () => (isSignedIn ? leased() : null));
  await letPass(20 * minute);
  expect(renew).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  await expect.element(screen.getByText("Nobody")).toBeVisible();
});
