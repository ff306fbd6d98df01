import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Dashboard } from "#office/contract/admin.ts";
import type { StaffCaseDetails, StaffCaseMessage } from "#office/contract/case-fields.ts";
import WorkItemsPage from "#office/web/admin/work-items/work-items-page.tsx";
import { noEvidence } from "#test/screen/cases.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { mei, parcelUnderWay } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";

const none = { now: 0, before: 0 };
const dashboard: Dashboard = {
  activeCustomers: none,
  packagesOnTheWay: none,
  revenue: null,
  walletMoney: null,
  weeks: [],
  months: null,
  stages: [],
  work: [],
};
const stage = { stage: "open_cases", oldestSince: null, ownCount: 0 } as const;

afterEach(() => page.viewport(1280, 800));

test.each([1280, 390])(
  "at %i pixels cases are listed by their due time, a late one in red, and closed with an outcome",
  async (width) => {
    await page.viewport(width, 844);
    const opened = {
      id: "00000000-0000-4000-8000-000000000901",
      number: "C00012",
      subject: "package" as const,
      subjectId: parcelUnderWay.id,
      subjectName: parcelUnderWay.trackingNumber,
      transaction: null,
      kind: "damaged" as const,
      state: "waiting_for_us" as const,
      text: "The lid is broken.",
      files: [],
      waitingSince: "2020-01-01T03:00:00.000Z",
      dueAt: "2020-01-02T03:00:00.000Z",
      answerBy: null,
      askedCents: null,
      grantedCents: null,
      outcome: "",
      openedAt: "2020-01-01T03:00:00.000Z",
      lastAt: "2020-01-01T03:00:00.000Z",
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
    const message: StaffCaseMessage = {
      id: "00000000-0000-4000-8000-000000000902",
      sender: "customer",
      event: null,
      text: opened.text,
      files: [],
      choices: null,
      chosenCode: null,
      isInternal: false,
      authorEmail: mei.email,
      createdAt: opened.openedAt,
    };
    const details: StaffCaseDetails = {
      ...opened,
      previous: null,
      evidence: noEvidence,
      messages: [message],
    };
    const answerTimes = { count: 3, medianMinutes: 200, inTimePercent: 67 };
    let isOpen = true;
    const sent: unknown[] = [];
    const { screen } = await showScreen({
      element: <WorkItemsPage />,
      path: "/admin/dashboard/work-items",
      answers: {
        admin: {
          readDashboard: async () => ({
            ...dashboard,
            stages: [{ ...stage, count: isOpen ? 1 : 0 }],
          }),
          listWorkAssignments: async () => ({ items: [], mayTakeOver: false }),
        },
        cases: {
          listOpenCases: async () =>
            isOpen
              ? { items: [opened], total: 1, answerTimes }
              : { items: [], total: 0, answerTimes },
          readCase: async () => details,
          readCaseMoney: async () => ({
            askedCents: 1_250,
            goods: [],
            mostCents: 4_000,
            aloneCents: 2_000,
            grant: null,
          }),
          readSnippets: async () => ({
            items: [{ code: "all_done", text: "Hello Mei, this is done now." }],
          }),
          readChoosable: async () => ({ shipRequestId: null, shipRequestName: null, parcels: [] }),
          askCase: async ({ idempotencyKey: _key, ...input }) => {
            sent.push(input);
            return details;
          },
          grantCase: async ({ idempotencyKey: _key, ...input }) => {
            sent.push(input);
            return { ...details, grantedCents: input.amountCents };
          },
          addCaseNote: async ({ idempotencyKey: _key, ...input }) => {
            sent.push(input);
            const { text } = input;
            const note = { ...message, id: crypto.randomUUID(), isInternal: true, text };
            details.messages = [message, { ...note, sender: "staff" }];
            return details;
          },
          answerCase: async ({ idempotencyKey: _key, ...input }) => {
            sent.push(input);
            return details;
          },
          finishCase: async (input) => {
            sent.push(input);
            isOpen = false;
            return details;
          },
        },
      },
    });
    await expect.element(screen.getByText("Late")).toBeInTheDocument();
    await expectAccessible();
    await screen.getByRole("button", { name: "View case C00012" }).click();
    const dialog = screen.getByRole("dialog", { name: "Case C00012" });
    await expect.element(dialog.getByText(opened.text)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expect
      .element(dialog.getByRole("link", { name: /SF1234567890123/ }))
      .toHaveAttribute("href", expect.stringMatching(/work-items\?.*package=/));
    await expect
      .element(dialog.getByRole("link", { name: mei.email }))
      .toHaveAttribute("href", `mailto:${mei.email}?subject=Your%20message%20C00012`);
    await expectAccessible();
    const seen = { caseId: opened.id, seenMessageId: message.id };
    await dialog.getByText("Note", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "Note" }).fill("The carrier knows.");
    await dialog.getByRole("button", { name: "Save note" }).click();
    await expect.element(dialog.getByText("Note among staff")).toBeVisible();
    // They cover what a phone shows, and it shows two at once.
    const dismissToasts = () => {
      for (const dismiss of screen.getByRole("button", { name: "Dismiss" }).elements()) {
        if (dismiss instanceof HTMLElement) dismiss.click();
      }
    };
    dismissToasts();
    await dialog.getByRole("combobox", { name: "Insert a text" }).click();
    await screen.getByRole("option", { name: "All done" }).click();
    const answer = dialog.getByRole("textbox", { name: "Answer" });
    await expect.element(answer).toHaveValue("Hello Mei, this is done now.");
    await answer.fill("Which corner?");
    await dialog.getByRole("button", { name: "Send answer" }).click();
    await expect.element(screen.getByText("Answer sent")).toBeVisible();
    dismissToasts();
    await expect
      .element(
        screen.getByText("Median first answer 3 h 20 min · 67% in time · 3 cases in 30 days"),
      )
      .toBeVisible();
    await screen.getByRole("button", { name: "View case C00012" }).click();
    await expect.element(dialog.getByText("$12.50")).toBeVisible();
    await dialog.getByText("Ask", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "Question" }).fill("Keep it?");
    await dialog.getByRole("button", { name: "Send question" }).click();
    await expect.element(dialog.getByText("Please name a choice.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Choice 1" }).fill("Yes");
    await expectAccessible();
    await dialog.getByRole("button", { name: "Send question" }).click();
    await expect.element(screen.getByText("Question sent")).toBeVisible();
    await screen.getByRole("button", { name: "View case C00012" }).click();
    await dialog.getByText("Grant", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "Outcome" }).fill("the lid broke.");
    await dialog.getByRole("textbox", { name: "Amount in USD" }).fill("12.50");
    await dialog.getByRole("button", { name: "Grant" }).click();
    await expect
      .element(screen.getByText("$12.50 granted, and paid into the wallet"))
      .toBeVisible();
    dismissToasts();
    await screen.getByRole("button", { name: "View case C00012" }).click();
    await dialog.getByText("Finish", { exact: true }).click();
    await dialog.getByRole("button", { name: "Finish" }).click();
    await expect.element(dialog.getByText("Please write the text.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Outcome" }).fill("We packed it anew.");
    await dialog.getByRole("button", { name: "Finish" }).click();
    await expect.element(screen.getByText("No open work")).toBeVisible();
    // The tab stays when it has nothing any more.
    await expect
      .element(screen.getByRole("tab", { name: "Cases (0)" }))
      .toHaveAttribute("aria-selected", "true");
    expect(sent).toEqual([
      { caseId: opened.id, text: "The carrier knows." },
      { ...seen, text: "Which corner?" },
      {
        ...seen,
        text: "Keep it?",
        choices: [{ label: "Yes", effect: null, inboundParcelIds: [] }],
      },
      { ...seen, amountCents: 1_250, outcome: "the lid broke." },
      { ...seen, outcome: "We packed it anew." },
    ]);
  },
);
