import { expect, test } from "vitest";
import type {
  FailedCarrierMessage,
  ListedQuestion,
  Tracker,
  TrackingOverview,
} from "#tracking/contract/tracking.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { parcelUnderWay } from "#test/screen/users.ts";
import TrackingPage from "./tracking-page.tsx";

const overview: TrackingOverview = {
  isConfigured: true,
  quota: { total: 10_000, used: 1_250 },
  work: { questions: 1, toCheck: 1, silent: 0, failedMessages: 1 },
  carriers: [
    {
      carrierCode: "hk-post",
      newCount: 1,
      followedCount: 40,
      notFoundCount: 3,
      failedCount: 2,
      silentCount: 5,
      lastEventAt: "2031-04-02T08:30:00.000Z",
    },
  ],
};

const failedMessage: FailedCarrierMessage = {
  id: "00000000-0000-4000-8000-000000000501",
  receivedAt: "2031-04-02T08:30:00.000Z",
  attempts: 12,
  lastError: "The time 25:61 cannot be read.",
};

const tracker: Tracker = {
  id: "00000000-0000-4000-8000-000000000502",
  trackingNumber: "RR123456785HK",
  carrierCode: null,
  state: "failed",
  registeredAt: null,
  lastEventAt: null,
  lastError: "Carrier cannot be detected",
  uses: [
    {
      packageId: parcelUnderWay.id,
      packageTrackingNumber: parcelUnderWay.trackingNumber,
      legNumber: 2,
      inboundParcelId: null,
    },
    {
      packageId: null,
      packageTrackingNumber: null,
      legNumber: null,
      inboundParcelId: "00000000-0000-4000-8000-000000000503",
    },
  ],
};

const question: ListedQuestion = {
  subjectId: "00000000-0000-4000-8000-000000000504",
  packageId: parcelUnderWay.id,
  inboundParcelId: null,
  trackingNumber: parcelUnderWay.trackingNumber,
  legNumber: 2,
  origin: "Hong Kong",
  destination: "Singapore",
  carrier: "Hong Kong Post",
  statusSource: "staff",
  statusSince: "2031-04-03T08:30:00.000Z",
  question: "contradiction",
  questionAt: "2031-04-05T08:30:00.000Z",
  description: "Departed from the hub",
};

const parcelQuestion: ListedQuestion = {
  ...question,
  subjectId: "00000000-0000-4000-8000-000000000505",
  packageId: null,
  inboundParcelId: "00000000-0000-4000-8000-000000000505",
  trackingNumber: "YT5555666677778",
  legNumber: null,
  origin: null,
  destination: null,
  statusSource: null,
  statusSince: null,
  question: "lost",
  description: null,
};

function showPage(tracking: NonNullable<FakeAnswers["tracking"]> = {}, search = "") {
  return showScreen({
    element: <TrackingPage />,
    path: "/admin/dashboard/tracking",
    address: `/admin/dashboard/tracking${search}`,
    answers: {
      tracking: {
        readTracking: async () => overview,
        listTrackers: async () => ({ items: [tracker], total: 1 }),
        listQuestions: async () => ({ items: [question, parcelQuestion], total: 2 }),
        listFailedMessages: async () => ({ items: [failedMessage], total: 1 }),
        readProviderDelay: async () => ({ delayedSince: null }),
        ...tracking,
      },
    },
  });
}

test("carriers show their counts, and numbers link to what uses them", async () => {
  const requests: unknown[] = [];
  const { screen, router } = await showPage({
    listTrackers: async (input) => {
      requests.push(input);
      return { items: [tracker], total: 1 };
    },
  });
  await expect
    .element(screen.getByText("8,750 registrations left this month (1,250 of 10,000 used)"))
    .toBeVisible();
  const counts = screen.getByRole("table", { name: "By carrier" }).getByRole("row").nth(1);
  for (const text of ["Hong Kong Post", "40", "3", "5", "2", "1"]) {
    await expect.element(counts.getByText(text, { exact: true })).toBeVisible();
  }
  await expect
    .element(screen.getByRole("link", { name: `${parcelUnderWay.trackingNumber}, leg 2` }))
    .toHaveAttribute("href", `/admin/dashboard/shipments?package=${parcelUnderWay.id}`);
  await expect
    .element(screen.getByRole("link", { name: "Parcel", exact: true }))
    .toHaveAttribute(
      "href",
      `/admin/dashboard/inbound-parcels?parcel=${tracker.uses[1]?.inboundParcelId}`,
    );
  await expect
    .element(screen.getByText("The provider says: Carrier cannot be detected"))
    .toBeVisible();
  await expectAccessible();
  await screen.getByRole("textbox", { name: "Search numbers" }).fill("rr12");
  await expect.poll(() => requests.at(-1)).toMatchObject({ state: "all", search: "rr12" });
  await screen.getByRole("combobox", { name: "State" }).click();
  await screen.getByRole("option", { name: /^To check/ }).click();
  await expect.poll(() => requests.at(-1)).toMatchObject({ state: "to_check", search: "rr12" });
  expect(router.state.location.search).toContain("state=to_check");
});

test("staff choose a number's carrier, follow it again and stop it", async () => {
  const requests: unknown[] = [];
  let isTaken = true;
  const { screen } = await showPage({
    setCarrier: async (input) => {
      if (isTaken) throw rejected("conflict");
      requests.push(["carrier", input]);
      return {};
    },
    retryTracker: async (input) => {
      requests.push(["retry", input]);
      return {};
    },
    stopTracker: async () => Promise.reject(rejected("not_found")),
  });
  const open = async () => {
    await screen.getByRole("button", { name: "Manage RR123456785HK" }).click();
    const dialog = screen.getByRole("dialog");
    await expect.element(dialog.getByRole("button", { name: "Follow again" })).toBeVisible();
    return dialog;
  };
  const dialog = await open();
  const save = dialog.getByRole("button", { name: "Change carrier" });
  await expect.element(save).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Followed at" }).click();
  await screen.getByRole("option", { name: "Hong Kong Post" }).click();
  await expectAccessible();
  await save.click();
  await expect
    .element(dialog.getByText("The number is already followed at this carrier."))
    .toBeVisible();
  isTaken = false;
  await save.click();
  await expect.element(screen.getByText("Carrier changed")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const again = await open();
  await again.getByRole("button", { name: "Stop following" }).click();
  await expect.element(screen.getByText("Nothing was changed")).toBeVisible();
  await again.getByRole("button", { name: "Follow again" }).click();
  await expect.element(screen.getByText("The number is being followed again")).toBeVisible();
  expect(requests).toEqual([
    ["carrier", { trackerId: tracker.id, carrierCode: "hk-post" }],
    ["retry", { trackerId: tracker.id }],
  ]);
});

test("a question says what both sides report, and is closed with a note", async () => {
  const requests: unknown[] = [];
  let isChanged = true;
  const { screen } = await showPage(
    {
      answerQuestion: async (input) => {
        if (isChanged) throw rejected("conflict");
        requests.push(input);
        return {};
      },
    },
    "?view=questions",
  );
  const text =
    "Staff set it to delivered on Apr 3, 2031; the carrier reports movement on Apr 5, 2031";
  await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(screen.getByText("Departed from the hub")).toBeVisible();
  await expectAccessible();
  const parcel = screen.getByRole("row", { name: /YT5555666677778/ });
  for (const text of [/^Inbound parcel · Hong Kong Post/, "Lost"]) {
    await expect.element(parcel.getByText(text)).toBeVisible();
  }
  await expect
    .element(parcel.getByRole("link"))
    .toHaveAttribute("href", `/admin/dashboard/inbound-parcels?parcel=${parcelQuestion.subjectId}`);
  await expect
    .element(
      parcel.getByRole("button", { name: "Close the question about parcel YT5555666677778" }),
    )
    .toBeVisible();
  await screen.getByRole("button", { name: /^Close the question about .+, leg 2$/ }).click();
  const dialog = screen.getByRole("dialog");
  const close = dialog.getByRole("button", { name: "Close question" });
  await close.click();
  await expect.element(dialog.getByText("Please say what was done.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "What was done" }).fill("Called the carrier");
  await close.click();
  await expect.element(dialog.getByText(/has reported something else meanwhile/)).toBeVisible();
  isChanged = false;
  await expectAccessible();
  await close.click();
  await expect.element(screen.getByText("Question closed")).toBeVisible();
  const { subjectId, questionAt } = question;
  expect(requests).toEqual([{ subjectId, questionAt, note: "Called the carrier" }]);
});

test("movement before the hand-over says what ends the question and when to close it", async () => {
  const early: ListedQuestion = { ...question, question: "not_handed_over", statusSince: null };
  const { screen } = await showPage(
    { listQuestions: async () => ({ items: [early], total: 1 }) },
    "?view=questions",
  );
  await expect
    .element(screen.getByText("The carrier reports movement before the hand-over"))
    .toBeVisible();
  await screen.getByRole("button", { name: /^Close the question about .+, leg 2$/ }).click();
  await expect
    .element(screen.getByRole("dialog").getByText(/^The package has not been handed over/))
    .toBeVisible();
  await expectAccessible();
});

test("a failed message shows its error and is retried by hand", async () => {
  let isDone = false;
  const { screen } = await showPage(
    { retryCarrierMessage: async () => ({ isDone }) },
    "?view=messages",
  );
  await expect.element(screen.getByText("The time 25:61 cannot be read.")).toBeVisible();
  await expectAccessible();
  const retry = screen.getByRole("button", { name: /^Retry message/ });
  await retry.click();
  await expect.element(screen.getByText("The message failed again")).toBeVisible();
  isDone = true;
  await retry.click();
  await expect.element(screen.getByText("Message processed")).toBeVisible();
});

test("without a provider or numbers the page says so, and failed loads can be retried", async () => {
  let isWell = false;
  const answer = <Answer,>(value: Answer) =>
    isWell ? Promise.resolve(value) : Promise.reject(rejected("unexpected"));
  const { screen } = await showPage({
    readTracking: () => answer({ ...overview, isConfigured: false, quota: null, carriers: [] }),
    listTrackers: () => answer({ items: [], total: 0 }),
    listQuestions: () => answer({ items: [], total: 0 }),
    listFailedMessages: () => answer({ items: [], total: 0 }),
    readProviderDelay: async () => ({ delayedSince: "2031-04-02T08:30:00.000Z" }),
  });
  await expect.element(screen.getByText("Tracking could not be loaded")).toBeVisible();
  await expect.element(screen.getByText("The numbers could not be loaded")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).first().click();
  await expect.element(screen.getByText("No tracking provider is connected")).toBeVisible();
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("No numbers are followed").first()).toBeVisible();
  await screen.getByRole("tab", { name: /^Questions/ }).click();
  await expect.element(screen.getByText("No questions")).toBeVisible();
  await screen.getByRole("tab", { name: /^Failed messages/ }).click();
  await expect.element(screen.getByText("No failed messages")).toBeVisible();
  await expect
    .element(screen.getByText(/^Carrier news may be late since Apr 2, 2031/))
    .toBeVisible();
});
