import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { StaffCase } from "#office/contract/case-fields.ts";
import type { Person } from "#platform/contract/session.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import { aCase, aMessage, noEvidence } from "#test/screen/cases.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import { PermissionsContext } from "#ui/web/permissions.ts";
import CaseMoneyPage from "./case-money-page.tsx";

afterEach(() => page.viewport(1280, 800));

test("finance finds what waits for a second person, and confirms it", async () => {
  await page.viewport(390, 844);
  const finance: Person = { ...mei, roles: ["finance"], hasTwoFactor: true };
  const written = aCase({ askedCents: 25_000 });
  const opened: StaffCase = {
    ...written,
    packageId: written.subjectId,
    pictureUrl: null,
    customer: {
      userId: mei.id,
      nameInitial: "M",
      memberCode: null,
      plan: "Super",
      email: mei.email,
      accountState: "active",
    },
  };
  const message = {
    ...aMessage({ text: written.text }),
    isInternal: false,
    authorEmail: mei.email,
  };
  const listed: unknown[] = [];
  const confirmed: unknown[] = [];
  const granted: unknown[] = [];
  const { screen } = await showScreen({
    element: (
      <PermissionsContext value={(work) => mayUse(finance, roleAccess[work])}>
        <main>
          <CaseMoneyPage />
        </main>
      </PermissionsContext>
    ),
    path: "/admin/dashboard/case-money",
    answers: {
      auth: { readSession: async () => sessionOf(finance) },
      cases: {
        listOpenCases: async ({ about }) => {
          listed.push(about);
          return { items: [opened], total: 1, answerTimes: null };
        },
        readCase: async () => ({
          ...opened,
          previous: null,
          evidence: noEvidence,
          messages: [message],
        }),
        readCaseMoney: async () => ({
          askedCents: 25_000,
          goods: [],
          mostCents: 40_000,
          aloneCents: 20_000,
          grant: {
            amountCents: 25_000,
            text: "The lid broke.",
            grantedBy: "tom@example.com",
            isReaders: false,
            isPaid: false,
          },
        }),
        grantCase: async ({ amountCents }) => {
          granted.push(amountCents);
          return { ...opened, previous: null, evidence: noEvidence, messages: [message] };
        },
        confirmGrant: async (input) => {
          confirmed.push([input.amountCents, input.outcome]);
          throw new Error("Later");
        },
      },
    },
  });
  await screen.getByText("Needs a second person").click();
  await expect.poll(() => listed).toEqual(["money", "second_person"]);
  await expectAccessible();
  await screen.getByRole("button", { name: "View case C00012" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText("The lid broke.")).toBeVisible();
  // Nothing that the role may not open or read.
  expect(dialog.getByRole("link", { name: /^Package/ }).elements()).toEqual([]);
  expect(dialog.getByRole("combobox", { name: "Insert a text" }).elements()).toEqual([]);
  await expectAccessible();
  dialog.getByRole("button", { name: "Confirm and pay $250.00" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => confirmed).toEqual([[25_000, "The lid broke."]]);
  // Another amount takes the place of what is proposed.
  await dialog.getByRole("textbox", { name: "Outcome" }).fill("The lid broke.");
  await dialog.getByRole("textbox", { name: "Amount in USD" }).fill("200.01");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText(/^\$200\.01 proposed/)).toBeVisible();
  expect(granted).toEqual([20_001]);
});
