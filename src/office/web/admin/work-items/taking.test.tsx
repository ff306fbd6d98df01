import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { WorkItem } from "#office/contract/admin.ts";
import type { WorkAssignment } from "#office/contract/work-assignments.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, parcelUnderWay } from "#test/screen/users.ts";
import WorkItemsPage from "./work-items-page.tsx";

afterEach(() => page.viewport(1280, 800));

const ids = [601, 602, 603].map((end) => `00000000-0000-4000-8000-000000000${end}`) as [
  string,
  string,
  string,
];

const late: readonly WorkItem[] = ids.map((id, at) => ({
  id,
  packageId: parcelUnderWay.id,
  name: `RA12345678${at}HK`,
  packageNumber: 1024 + at,
  about: "Leg 2: Hong Kong to Singapore, Hong Kong Post",
  lateness: ["late_legs"],
  email: mei.email,
  since: "2031-04-02T08:30:00.000Z",
}));

const byReader = { name: "Ling Ho", isReader: true, takenAt: "2031-04-03T08:30:00.000Z" };
const byPat = { ...byReader, name: "Pat Wong", isReader: false };

type Server = {
  readonly taken: Map<string, Omit<WorkAssignment, "id">>;
  readonly mayTakeOver?: boolean;
  readonly answers?: FakeAnswers["admin"];
};

/** The page with a server that keeps who has what, and the calls that change it. */
async function showLate({ taken, mayTakeOver = false, answers }: Server, search = "") {
  const calls: string[] = [];
  const shown = await showScreen({
    element: <WorkItemsPage />,
    path: "/admin/dashboard/work-items",
    address: `/admin/dashboard/work-items?kind=late${search}`,
    answers: {
      admin: {
        listWorkItems: async ({ ids: named }) => {
          const items = late.filter(({ id }) => named?.includes(id) ?? true);
          return { items: [...items], total: items.length };
        },
        listWorkAssignments: async () => ({
          items: [...taken].map(([id, assignment]) => ({ id, ...assignment })),
          mayTakeOver,
        }),
        takeWorkItem: async ({ kind, id }) => {
          calls.push(`take ${kind} ${id}`);
          taken.set(id, byReader);
          return {};
        },
        giveBackWorkItem: async ({ kind, id }) => {
          calls.push(`give back ${kind} ${id}`);
          taken.delete(id);
          return {};
        },
        ...answers,
      },
    },
  });
  return { ...shown, calls };
}

test("a row says who has it, is taken with one button, and given back", async () => {
  const { screen, calls } = await showLate({ taken: new Map([[ids[1], byPat]]) });
  await expect.element(screen.getByText("Pat Wong", { exact: true })).toBeVisible();
  // What a colleague has nobody takes but a manager.
  expect(screen.getByRole("button", { name: /^Take / }).elements()).toHaveLength(2);
  await expectAccessible();
  await screen.getByRole("button", { name: "Take RA123456780HK" }).click();
  await expect.element(screen.getByText("You", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Give back RA123456780HK" }).click();
  await expect.element(screen.getByRole("button", { name: "Take RA123456780HK" })).toBeVisible();
  await expect.element(screen.getByText("You", { exact: true })).not.toBeInTheDocument();
  expect(calls).toEqual([`take late ${ids[0]}`, `give back late ${ids[0]}`]);
});

test("a row that a colleague has taken meanwhile says so", async () => {
  const taken = new Map<string, Omit<WorkAssignment, "id">>();
  const { screen } = await showLate({
    taken,
    answers: {
      takeWorkItem: async ({ id }) => {
        taken.set(id, byPat);
        throw rejected("taken_by_another", { sentence: "Pat Wong attends to this already." });
      },
    },
  });
  await screen.getByRole("button", { name: "Take RA123456780HK" }).click();
  await expect.element(screen.getByText("Pat Wong attends to this already.")).toBeVisible();
  await expect.element(screen.getByText("Pat Wong", { exact: true })).toBeVisible();
});

test("a manager takes over", async () => {
  const { screen, calls } = await showLate({
    taken: new Map([[ids[2], byPat]]),
    mayTakeOver: true,
  });
  await screen.getByRole("button", { name: "Take over RA123456782HK from Pat Wong" }).click();
  await expect.element(screen.getByText("You", { exact: true })).toBeVisible();
  expect(calls).toEqual([`take late ${ids[2]}`]);
});

test("the own ones are shown alone, in the address, and it is said where there are none", async () => {
  const { screen, router } = await showLate({
    taken: new Map([
      [ids[0], byReader],
      [ids[1], byPat],
    ]),
  });
  const mine = screen.getByText("Mine", { exact: true });
  await expect.element(screen.getByText("RA123456781HK")).toBeVisible();
  await mine.click();
  await expect.element(screen.getByRole("checkbox", { name: "Mine" })).toBeChecked();
  await expect.element(screen.getByText("RA123456781HK")).not.toBeInTheDocument();
  await expect.element(screen.getByText("RA123456780HK")).toBeVisible();
  expect(router.state.location.search).toBe("?kind=late&mine=1");
  await screen.getByRole("button", { name: "Give back RA123456780HK" }).click();
  await expect.element(screen.getByText("Nothing here is yours")).toBeVisible();
  await expectAccessible();
  await mine.click();
  await expect.element(screen.getByText("RA123456782HK")).toBeVisible();
});

test("on a phone each row has its button, and nothing is wider than the screen", async () => {
  await page.viewport(390, 844);
  const { screen } = await showLate({
    taken: new Map([
      [ids[0], byReader],
      [ids[1], { ...byPat, name: "Bartholomew Featherstonehaugh-Cholmondeley" }],
    ]),
    mayTakeOver: true,
  });
  await expect
    .element(screen.getByRole("button", { name: "Give back RA123456780HK" }))
    .toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});

test("what cannot be loaded can be retried where only the own ones are wanted", async () => {
  let tries = 0;
  const { screen } = await showLate(
    {
      taken: new Map(),
      answers: {
        listWorkAssignments: async () => {
          tries += 1;
          if (tries === 1) throw rejected("unexpected");
          return { items: [{ id: ids[0], ...byReader }], mayTakeOver: false };
        },
      },
    },
    "&mine=1",
  );
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("RA123456780HK")).toBeVisible();
  await expect.element(screen.getByText("RA123456781HK")).not.toBeInTheDocument();
});

const opened = {
  id: ids[0],
  number: "C00012",
  subject: "package" as const,
  subjectId: parcelUnderWay.id,
  subjectName: parcelUnderWay.trackingNumber,
  transaction: null,
  kind: "damaged" as const,
  state: "waiting_for_us" as const,
  text: "The lid is broken.",
  files: [],
  waitingSince: "2031-01-01T03:00:00.000Z",
  dueAt: "2031-01-02T03:00:00.000Z",
  answerBy: null,
  askedCents: null,
  grantedCents: null,
  outcome: "",
  openedAt: "2031-01-01T03:00:00.000Z",
  lastAt: "2031-01-01T03:00:00.000Z",
  closedAt: null,
  packageId: parcelUnderWay.id,
  pictureUrl: null,
  customer: {
    userId: mei.id,
    nameInitial: "M",
    memberCode: null,
    plan: "Super" as const,
    email: mei.email,
    accountState: "active" as const,
  },
};

const question = {
  subjectId: ids[0],
  packageId: parcelUnderWay.id,
  inboundParcelId: null,
  trackingNumber: "RA123456780HK",
  legNumber: 1,
  origin: "China",
  destination: "Hong Kong",
  carrier: null,
  statusSource: null,
  statusSince: null,
  question: "lost" as const,
  questionAt: "2031-01-01T03:00:00.000Z",
  description: null,
};

test.each([
  ["open_cases", "C00012", "View case C00012", 1280],
  ["open_cases", "C00012", "View case C00012", 390],
  ["tracking_questions", "RA123456780HK", /^Close the question/, 1280],
  ["tracking_questions", "RA123456780HK", /^Close the question/, 390],
] as const)(
  "%s are taken beside their other button (%s, %s, %i px)",
  async (kind, name, other, width) => {
    await page.viewport(width, 844);
    const calls: unknown[] = [];
    const { screen } = await showScreen({
      element: <WorkItemsPage />,
      path: "/admin/dashboard/work-items",
      address: `/admin/dashboard/work-items?kind=${kind}`,
      answers: {
        admin: {
          listWorkAssignments: async () => ({
            items: calls.length === 0 ? [] : [{ id: ids[0], ...byReader }],
            mayTakeOver: false,
          }),
          takeWorkItem: async (input) => {
            calls.push(input);
            return {};
          },
        },
        cases: { listOpenCases: async () => ({ items: [opened], total: 1, answerTimes: null }) },
        tracking: { listQuestions: async () => ({ items: [question], total: 1 }) },
      },
    });
    await screen.getByRole("button", { name: `Take ${name}` }).click();
    await expect.element(screen.getByRole("button", { name: `Give back ${name}` })).toBeVisible();
    await expect.element(screen.getByText("You", { exact: true })).toBeInTheDocument();
    await expect.element(screen.getByRole("button", { name: other })).toBeInTheDocument();
    expect(calls).toEqual([{ kind, id: ids[0] }]);
    await expectAccessible();
  },
);
