import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { MoneyTerms } from "#office/contract/case-money.ts";
import { moneyProblems } from "#office/rules/case-money.ts";
import type { OwnCase } from "#office/contract/case-fields.ts";
import { aCase, answered } from "#test/screen/cases.ts";
import { chooseFiles } from "#test/screen/choose-files.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, parcelDelivered, sessionOf } from "#test/screen/users.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import { CaseOfThing } from "./case-of-thing.tsx";

afterEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

const window = { state: "open", from: "2031-04-20", until: "2031-04-27" } as const;
/** Two things of which one has a value. */
const terms: MoneyTerms = {
  windows: moneyProblems.map((problem) => ({ problem, ...window })),
  goods: [
    {
      inboundParcelId: parcelDelivered.id,
      position: 1,
      description: "Teapot of stoneware with a lid, a strainer and a wooden tray that it stands on",
      quantity: 1,
      valueCents: 4_000,
    },
    {
      inboundParcelId: parcelDelivered.id,
      position: 2,
      description: "Cups",
      quantity: 4,
      valueCents: 1_500,
    },
  ],
  paidCents: 1_000,
  givenCents: 0,
  usual: { handedOverOn: "2031-04-01", days: 11, by: "2031-04-12", isMeasured: true },
};

/** What a delivered package shows; `stored.cases` are what the customer has written. */
async function showThing(
  stored: { cases: OwnCase[] },
  options: {
    answers?: FakeAnswers["cases"];
    packages?: FakeAnswers["packages"];
    isConfirmed?: boolean;
    /** Instead of the package, the ship request with which it was handed over. */
    shipRequestId?: string;
    colorScheme?: "light" | "dark";
  } = {},
) {
  return await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <main>
          <h1>Package</h1>
          {options.shipRequestId === undefined ? (
            <CaseOfThing
              subject="package"
              subjectId={parcelDelivered.id}
              news={<p>Expected in Germany by 2 May</p>}
              delivered={{ isConfirmed: options.isConfirmed ?? false }}
            />
          ) : (
            <CaseOfThing
              subject="ship_request"
              subjectId={options.shipRequestId}
              news={<p>Expected in Germany by 2 May</p>}
              handedOverIn={parcelDelivered.id}
            />
          )}
        </main>
      </DraftOwner>
    ),
    path: "/dashboard/packages",
    colorScheme: options.colorScheme ?? "light",
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      cases: {
        listOwnCases: async () => ({ items: stored.cases }),
        readMoneyTerms: async () => terms,
        ...options.answers,
      },
      packages: options.packages ?? {},
    },
  });
}

/** Somewhere on the page, since the browser leaves the focus of what is gone to the whole of it. */
function expectFocus(): void {
  expect(document.activeElement).not.toBe(document.body);
}

describe("A delivered package", () => {
  test.each([
    [1280, "light"],
    [390, "light"],
    [320, "dark"],
  ] as const)("at %i pixels takes what is wrong, with photos, once", async (width, colorScheme) => {
    await page.viewport(width, 900);
    const stored = { cases: [] as OwnCase[] };
    const opened: unknown[] = [];
    const files: string[] = [];
    const { screen } = await showThing(stored, {
      colorScheme,
      answers: {
        openCase: async ({ idempotencyKey: _key, ...input }) => {
          opened.push(input);
          return aCase();
        },
        addCaseFile: async ({ caseId, file }) => {
          files.push(`${caseId} ${file.name}`);
          stored.cases = [aCase()];
          return aCase();
        },
      },
    });
    await expectAccessible();
    await screen.getByRole("button", { name: "Something is wrong" }).click();
    const form = screen.getByRole("form", { name: "Something is wrong" });
    await form.getByRole("button", { name: "Send" }).click();
    await expect.element(form.getByText("Please choose what is wrong.")).toBeVisible();
    await expect.element(form.getByText("Please write what happened.")).toBeVisible();
    await form.getByText("It never came").click();
    await expect.element(form.getByText("Expected in Germany by 2 May")).toBeVisible();
    await expect.element(form.getByText(/^Nine in ten arrive within 11 days/)).toBeVisible();
    await expect.element(form.getByRole("radio", { name: "It never came" })).toBeChecked();
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    await expect.element(form.getByRole("radio", { name: "It is damaged" })).toBeChecked();
    await expect.element(form.getByText("Expected in Germany by 2 May")).not.toBeInTheDocument();
    await form.getByRole("textbox", { name: "What happened?" }).fill("The lid is broken.");
    chooseFiles(form.getByLabelText("Photos").element(), [
      new File(["x"], "lid.png", { type: "image/png" }),
    ]);
    await expect.element(form.getByText("lid.png")).toBeVisible();
    await expect
      .element(form.getByText("You can ask for money until Apr 27, 2031 (7 days after delivery)."))
      .toBeVisible();
    // No goods are concerned until they are chosen, and what can be asked for follows from them.
    const goods = form.getByRole("group", { name: "Which goods are concerned?" });
    expect(goods.getByRole("checkbox", { checked: true }).elements()).toEqual([]);
    await expect.element(form.getByText(/^Choose the goods first/)).toBeVisible();
    await form.getByRole("textbox", { name: /How much do you ask for/ }).fill("12.50");
    await form.getByRole("button", { name: "Send" }).click();
    await expect.element(form.getByText("Please choose which goods are concerned.")).toBeVisible();
    expect(opened).toEqual([]);
    await goods.getByText("Cups · $15.00").click();
    await expect.element(form.getByText(/At most \$15\.00/)).toBeVisible();
    await goods.getByText(/^Teapot of stoneware.* · \$40\.00$/).click();
    await expect.element(form.getByText(/At most \$55\.00/)).toBeVisible();
    await goods.getByText("Cups · $15.00").click();
    await expect.element(form.getByText(/At most \$40\.00/)).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const { right } = form.element().getBoundingClientRect();
    for (const chip of goods.getByText(/\$/).elements()) {
      expect(chip.getBoundingClientRect().right).toBeLessThanOrEqual(right);
    }
    await form.getByRole("button", { name: "Send" }).click();
    await expect.element(screen.getByText(/^We answer by /)).toBeVisible();
    expect(opened).toEqual([
      {
        subject: "package",
        subjectId: parcelDelivered.id,
        problem: "damaged",
        text: "The lid is broken.",
        asked: {
          amountCents: 1_250,
          goods: [{ inboundParcelId: parcelDelivered.id, position: 1 }],
        },
      },
    ]);
    expect(files).toEqual([`${aCase().id} lid.png`]);
    await expect
      .element(screen.getByRole("button", { name: "Something is wrong" }))
      .not.toBeInTheDocument();
    expectFocus();
    // One can be open for each kind.
    await screen.getByRole("button", { name: "Something else is wrong" }).click();
    await expect.element(form).toBeVisible();
  });

  test("asks for the goods that were declared, where that is one line", async () => {
    const opened: unknown[] = [];
    const { screen } = await showThing(
      { cases: [] },
      {
        answers: {
          readMoneyTerms: async () => ({ ...terms, goods: terms.goods.slice(0, 1) }),
          openCase: async ({ asked }) => {
            opened.push(asked);
            return aCase();
          },
        },
      },
    );
    await screen.getByRole("button", { name: "Something is wrong" }).click();
    await screen.getByText("It is damaged").click();
    await screen.getByRole("textbox", { name: "What happened?" }).fill("Broken");
    await expect.element(screen.getByText(/At most \$40\.00/)).toBeVisible();
    await screen.getByRole("textbox", { name: /How much do you ask for/ }).fill("40");
    await screen.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => opened).toEqual([{ amountCents: 4_000 }]);
  });

  test.each([
    [true, /^Lost packages can be reported from Apr 20, 2031: nine in ten arrive by then/],
    [false, /^Lost packages can be reported from Apr 20, 2031, some days after the longest time/],
  ] as const)("is not lost before its usual time, measured: %s", async (isMeasured, sentence) => {
    const before: MoneyTerms = {
      ...terms,
      windows: terms.windows.map((one) => ({ ...one, state: "before" })),
      usual: terms.usual && { ...terms.usual, isMeasured },
    };
    const { screen } = await showThing(
      { cases: [] },
      { answers: { readMoneyTerms: async () => before } },
    );
    await screen.getByRole("button", { name: "Something is wrong" }).click();
    await screen.getByText("It never came").click();
    await expect.element(screen.getByText(sentence)).toBeVisible();
    expect(screen.getByRole("textbox", { name: /How much/ }).elements()).toEqual([]);
  });

  test("asks for all of it and what was paid, where it never came", async () => {
    const opened: unknown[] = [];
    const { screen } = await showThing(
      { cases: [] },
      {
        answers: {
          openCase: async ({ asked }) => {
            opened.push(asked);
            return aCase();
          },
        },
      },
    );
    await screen.getByRole("button", { name: "Something is wrong" }).click();
    await screen.getByText("It never came").click();
    await screen.getByRole("textbox", { name: "What happened?" }).fill("Nothing came.");
    await expect.element(screen.getByText(/At most \$65\.00/)).toBeVisible();
    expect(screen.getByRole("group", { name: /Which goods/ }).elements()).toEqual([]);
    await screen.getByRole("textbox", { name: /How much do you ask for/ }).fill("65");
    await screen.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => opened).toEqual([{ amountCents: 6_500 }]);
  });

  test("keeps the focus on what takes the place of what was pressed", async () => {
    const { screen } = await showThing({ cases: [] }, { isConfirmed: true });
    const open = screen.getByRole("button", { name: "Something is wrong" });
    await expect.element(open).toBeVisible();
    open.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(screen.getByRole("radio", { name: "It is damaged" })).toHaveFocus();
    screen.getByRole("button", { name: "Cancel" }).element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(open).toBeVisible();
    expectFocus();
  });

  test("keeps what was typed until the form is opened again, also after a reload", async () => {
    const { screen } = await showThing({ cases: [] });
    await screen.getByRole("button", { name: "Something is wrong" }).click();
    const text = screen.getByRole("textbox", { name: "What happened?" });
    await text.fill("The lid is broken.");
    await screen.unmount();
    const again = await showThing({ cases: [] });
    await again.screen.getByRole("button", { name: "Something is wrong" }).click();
    await expect
      .element(again.screen.getByRole("textbox", { name: "What happened?" }))
      .toHaveValue("The lid is broken.");
  });

  test("is confirmed with one button, and then asks no more", async () => {
    const confirmed: unknown[] = [];
    const { screen } = await showThing(
      { cases: [] },
      {
        packages: {
          confirmPackage: async (input) => {
            confirmed.push(input);
            return {};
          },
        },
      },
    );
    await screen.getByRole("button", { name: "All fine" }).click();
    await expect.element(screen.getByText("Thank you. Enjoy your things!")).toBeVisible();
    expect(confirmed).toEqual([{ packageId: parcelDelivered.id }]);
    await screen.unmount();
    const later = await showThing({ cases: [] }, { isConfirmed: true });
    await expect
      .element(later.screen.getByRole("button", { name: "Something is wrong" }))
      .toBeVisible();
    expect(later.screen.getByRole("button", { name: "All fine" }).elements()).toEqual([]);
  });

  test("shows what was answered, and that an answer is late", async () => {
    const dueAt = "2020-01-02T03:00:00.000Z";
    const late = aCase({ dueAt });
    const due = new Date(dueAt);
    const [day, time] = [
      due.toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric" }),
      due.toLocaleTimeString("en-US", {
        hour: "numeric",
        minute: "2-digit",
        timeZoneName: "short",
      }),
    ];
    const { screen } = await showThing({ cases: [late, answered] });
    await expect.element(screen.getByText(/are late\. We are sorry/)).toBeVisible();
    // Whichever spaces the browser writes before the half of the day.
    const moment = new RegExp(`${day} at ${time}`.replaceAll(/\s/g, "\\s"));
    await expect.element(screen.getByText(moment)).toBeVisible();
    await expect.element(screen.getByText(answered.outcome)).toBeVisible();
    await expectAccessible();
  });

  test("says when the same is open already, and where it is", async () => {
    const { screen } = await showThing(
      { cases: [] },
      {
        answers: {
          openCase: async () => {
            throw rejected("case_open", { details: { caseId: aCase().id } });
          },
        },
      },
    );
    await screen.getByRole("button", { name: "Something is wrong" }).click();
    await screen.getByText("It is damaged").click();
    await screen.getByRole("textbox", { name: "What happened?" }).fill("Broken");
    await screen.getByRole("button", { name: "Send" }).click();
    await expect
      .element(screen.getByRole("link", { name: "See what you wrote" }))
      .toHaveAttribute("href", `/dashboard/messages/${aCase().id}`);
  });
});

test("A ship request that was handed over takes what is wrong with its package, with money", async () => {
  const shipRequestId = "00000000-0000-4000-8000-000000000700";
  const opened: unknown[] = [];
  const before = aCase({ subject: "ship_request", subjectId: shipRequestId, kind: "other" });
  const { screen } = await showThing(
    { cases: [before] },
    {
      shipRequestId,
      answers: {
        openCase: async ({ idempotencyKey: _key, ...input }) => {
          opened.push(input);
          return aCase();
        },
      },
    },
  );
  // What was written about the request itself is still there, and stands in nobody's way.
  await expect.element(screen.getByText(/^We answer by /)).toBeVisible();
  await screen.getByRole("button", { name: "Something is wrong" }).click();
  await screen.getByText("It never came").click();
  await expect.element(screen.getByText("Expected in Germany by 2 May")).toBeVisible();
  await screen.getByRole("textbox", { name: "What happened?" }).fill("Nothing came.");
  await screen.getByRole("textbox", { name: /How much do you ask for/ }).fill("20");
  await screen.getByRole("button", { name: "Send" }).click();
  await expect
    .poll(() => opened)
    .toEqual([
      {
        subject: "package",
        subjectId: parcelDelivered.id,
        problem: "never_came",
        text: "Nothing came.",
        asked: { amountCents: 2_000 },
      },
    ]);
});
