import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { CaseMessage, OwnCase, OwnCaseDetails } from "#office/contract/case-fields.ts";
import type { ChoiceEffect } from "#office/rules/case-choice.ts";
import { aCase, aMessage, answered, inAnHour, noEvidence } from "#test/screen/cases.ts";
import { chooseFiles } from "#test/screen/choose-files.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { newRequest } from "#test/screen/ship-requests.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import MessagesPage from "./messages-page.tsx";

afterEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

const photo = {
  id: "00000000-0000-4000-8000-000000000903",
  contentType: "image/png",
  fileUrl:
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

const photoOfDay = {
  id: photo.id,
  kind: "outside" as const,
  name: "SF1234567890",
  sha256: "0".repeat(64),
  takenAt: "2031-04-02T10:00:00.000Z",
  imageUrl: photo.fileUrl,
  thumbnailUrl: photo.fileUrl,
};
const evidence: OwnCaseDetails["evidence"] = {
  photos: [
    photoOfDay,
    {
      ...photoOfDay,
      id: crypto.randomUUID(),
      kind: "open_box",
      name: "",
      imageUrl: null,
      thumbnailUrl: null,
    },
  ],
  weights: [
    { name: "SF1234567890", weightGrams: 700, weighedAt: "2031-04-02T10:00:00.000Z" },
    { name: "", weightGrams: 800, weighedAt: "2031-04-04T10:00:00.000Z" },
  ],
  events: [{ event: "handed_over", at: "2031-04-05T10:00:00.000Z" }],
};

function details(written: OwnCase, messages: readonly CaseMessage[] = []): OwnCaseDetails {
  return { ...written, previous: null, evidence: noEvidence, messages: [...messages] };
}

/** A case to which we have answered, with what was written in it. */
const asked = aCase({ state: "waiting_for_customer", dueAt: null });
const askedMessages = [
  aMessage({ text: asked.text, files: [photo] }),
  aMessage({ sender: "system", event: "delivered", createdAt: "2031-04-20T11:00:00.000Z" }),
  aMessage({
    sender: "staff",
    text: "Is what is in it whole?\nA photo of the bottom would help us.",
    createdAt: "2031-04-20T12:00:00.000Z",
  }),
];

async function showMessages(
  cases: NonNullable<FakeAnswers["cases"]>,
  options: {
    caseId?: string;
    state?: unknown;
    colorScheme?: "light" | "dark";
    shipRequests?: NonNullable<FakeAnswers["shipRequests"]>;
  } = {},
) {
  return await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <main>
          <MessagesPage />
        </main>
      </DraftOwner>
    ),
    path: "/dashboard/messages/:caseId?",
    address: `/dashboard/messages/${options.caseId ?? ""}`,
    state: options.state,
    colorScheme: options.colorScheme ?? "light",
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      cases,
      shipRequests: options.shipRequests ?? {},
    },
  });
}

describe("Messages", () => {
  test("take what is about the account, and lead to what became of it", async () => {
    const opened: unknown[] = [];
    const own = aCase({ subject: "account", subjectId: mei.id, subjectName: "", text: "Twice." });
    let items: OwnCase[] = [];
    const { screen, router } = await showMessages({
      listOwnCases: async () => ({ items }),
      readOwnCase: async () => details(own, [aMessage({ text: own.text })]),
      openCase: async ({ idempotencyKey: _key, ...input }) => {
        opened.push(input);
        items = [own];
        return own;
      },
    });
    await screen.getByRole("textbox", { name: "Your message" }).fill("The emails come twice.");
    await expectAccessible();
    await screen.getByRole("button", { name: "Send" }).click();
    await expect.element(screen.getByText("Sent. We answer by email")).toBeVisible();
    expect(opened).toEqual([
      {
        subject: "account",
        subjectId: mei.id,
        problem: "other",
        text: "The emails come twice.",
      },
    ]);
    await expect.element(screen.getByRole("heading", { name: "About your account" })).toBeVisible();
    expect(router.state.location.pathname).toBe(`/dashboard/messages/${own.id}`);
  });

  test.each([
    [390, "light"],
    [320, "dark"],
  ] as const)("at %i pixels show the list or a case alone", async (width, colorScheme) => {
    await page.viewport(width, 900);
    const { screen } = await showMessages(
      {
        listOwnCases: async () => ({ items: [asked, answered] }),
        readOwnCase: async ({ caseId }) =>
          caseId === asked.id ? { ...details(asked, askedMessages), evidence } : details(answered),
      },
      { colorScheme },
    );
    const list = screen.getByRole("navigation", { name: "Your messages" });
    await list.getByRole("link", { name: /Your turn/ }).click();
    const conversation = screen.getByRole("list", { name: "Conversation" });
    await expect.element(conversation.getByText(/^Is what is in it whole\?/)).toBeVisible();
    await expect.element(conversation.getByText("Delivered")).toBeVisible();
    const joined = screen.getByRole("region", { name: "As it was when this was opened" });
    await expect.element(joined.getByText(/What do you see differently/)).toBeVisible();
    await expect.element(joined.getByRole("link", { name: "Photo of the parcel" })).toBeVisible();
    await expect.element(joined.getByText("No longer shown")).toBeVisible();
    await expect.element(conversation.getByRole("link", { name: "Photo 1" })).toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: /^Open/ }))
      .toHaveAttribute("href", `/dashboard/packages?package=${asked.subjectId}`);
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expect.element(list).not.toBeInTheDocument();
    await screen.getByRole("link", { name: "All messages" }).click();
    await expect.element(list).toBeVisible();
    await expectAccessible();
  });

  test("lead from an email on a phone to the conversation, which takes the answer and ends", async () => {
    await page.viewport(390, 844);
    let shown = asked;
    const messages = [...askedMessages];
    const { screen } = await showMessages(
      {
        listOwnCases: async () => ({ items: [shown, answered] }),
        readOwnCase: async () => details(shown, messages),
        addCaseMessage: async ({ caseId, text }) => {
          messages.push(aMessage({ text }));
          shown = { ...asked, state: "waiting_for_us", dueAt: inAnHour() };
          return { caseId, messageId: "00000000-0000-4000-8000-000000000904" };
        },
        closeOwnCase: async () => {
          shown = { ...asked, state: "closed", closedAt: "2031-04-21T10:00:00.000Z" };
          return shown;
        },
      },
      { caseId: asked.id },
    );
    const conversation = screen.getByRole("list", { name: "Conversation" });
    await expect.element(conversation.getByText(/^Is what is in it whole\?/)).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Your messages" }).elements()).toEqual([]);
    const text = screen.getByRole("textbox", { name: "Your message" });
    await text.fill("It is.");
    await screen.getByRole("button", { name: "Send" }).click();
    await expect.element(conversation.getByText("It is.")).toBeVisible();
    await expect.element(screen.getByText(/^We answer by /)).toBeVisible();
    await screen.getByRole("button", { name: "All fine" }).click();
    await expect.element(screen.getByText(/^Closed on /)).toBeVisible();
    expect(document.activeElement).not.toBe(document.body);
    await expectAccessible();
  });

  test("show the list beside a case on a wide screen", async () => {
    const { screen } = await showMessages(
      {
        listOwnCases: async () => ({ items: [asked, answered] }),
        readOwnCase: async () => details(asked, askedMessages),
      },
      { caseId: asked.id },
    );
    const list = screen.getByRole("navigation", { name: "Your messages" });
    await expect.element(list.getByRole("link", { name: /Your turn/ })).toBeVisible();
    await expect.element(screen.getByRole("list", { name: "Conversation" })).toBeVisible();
    await expectAccessible();
  });

  test("take an answer with a photo, once, and keep what is typed", async () => {
    const sent: unknown[] = [];
    const messages = [...askedMessages];
    const answers: NonNullable<FakeAnswers["cases"]> = {
      listOwnCases: async () => ({ items: [asked] }),
      readOwnCase: async () => details(asked, messages),
      addCaseMessage: async ({ caseId, text }) => {
        sent.push(text);
        messages.push(aMessage({ text }));
        return { caseId, messageId: "00000000-0000-4000-8000-000000000904" };
      },
      addCaseFile: async ({ caseId, messageId, file }) => {
        sent.push([caseId, messageId, file.name]);
        return asked;
      },
    };
    const first = await showMessages(answers, { caseId: asked.id });
    await first.screen.getByRole("textbox", { name: "Your message" }).fill("It is.");
    await first.screen.unmount();
    const { screen } = await showMessages(answers, { caseId: asked.id });
    const text = screen.getByRole("textbox", { name: "Your message" });
    await expect.element(text).toHaveValue("It is.");
    chooseFiles(screen.getByLabelText("Photos").element(), [
      new File(["x"], "bottom.png", { type: "image/png" }),
    ]);
    await screen.getByRole("button", { name: "Send" }).click();
    await expect
      .element(screen.getByRole("list", { name: "Conversation" }).getByText("It is."))
      .toBeVisible();
    await expect.element(text).toHaveValue("");
    expect(sent).toEqual([
      "It is.",
      [asked.id, "00000000-0000-4000-8000-000000000904", "bottom.png"],
    ]);
    await screen.getByRole("button", { name: "Send" }).click();
    await expect.element(screen.getByText("Please write your message.")).toBeVisible();
  });

  test("are closed with one button, and say so", async () => {
    let shown = asked;
    const closed: unknown[] = [];
    const { screen } = await showMessages(
      {
        listOwnCases: async () => ({ items: [shown] }),
        readOwnCase: async () => details(shown, askedMessages),
        closeOwnCase: async (input) => {
          closed.push(input);
          shown = { ...asked, state: "closed", closedAt: "2031-04-21T10:00:00.000Z" };
          return shown;
        },
      },
      { caseId: asked.id },
    );
    await screen.getByRole("button", { name: "All fine" }).click();
    await expect.element(screen.getByText(/^Closed on Apr 21, 2031/)).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "All fine" })).not.toBeInTheDocument();
    expect(closed).toEqual([{ caseId: asked.id }]);
  });

  /** A case in which staff ask; `chosen` has what was chosen, after which the case is closed with money. */
  async function showChoices(choice: { label: string; effect: ChoiceEffect | null }) {
    const chosen: unknown[] = [];
    const none = { shipRequestId: null, inboundParcelIds: [] };
    const shipRequestId = choice.effect === null ? null : newRequest.id;
    const [first] = newRequest.parcels;
    const inboundParcelIds = first === undefined ? [] : [first.inboundParcelId];
    const choices = [
      { code: "1", ...choice, shipRequestId, inboundParcelIds },
      { code: "2", label: "Wait", effect: null, ...none },
    ];
    let shown = asked;
    let messages = [...askedMessages, aMessage({ sender: "staff", text: "What now?", choices })];
    const { screen } = await showMessages(
      {
        listOwnCases: async () => ({ items: [shown] }),
        readOwnCase: async () => details(shown, messages),
        chooseInCase: async ({ idempotencyKey: _key, ...input }) => {
          chosen.push(input);
          messages = messages.map((one) =>
            one.choices === null ? one : { ...one, chosenCode: input.code },
          );
          messages.push(aMessage({ text: choice.label }));
          shown = { ...asked, state: "closed", grantedCents: 1_840, closedAt: asked.openedAt };
          return details(shown, messages);
        },
      },
      {
        caseId: asked.id,
        shipRequests: { readShipRequest: async () => ({ ...newRequest, heldCents: 2_550 }) },
      },
    );
    const group = screen.getByRole("group", { name: "Please choose" });
    const messageId = messages.at(-1)?.id;
    return { screen, group, chosen, messageId };
  }

  test("take an answer that is chosen at once, and show what was decided", async () => {
    const { screen, group, chosen, messageId } = await showChoices({ label: "Yes", effect: null });
    await group.getByRole("button", { name: "Yes" }).click();
    await expect.element(screen.getByText("Chosen: Yes")).toBeVisible();
    await expect.element(screen.getByText("Decided: $18.40 to your wallet")).toBeVisible();
    expect(chosen).toEqual([{ caseId: asked.id, messageId, code: "1" }]);
    expect(document.activeElement).not.toBe(document.body);
  });

  test.each([
    ["cancel_ship_request", [/^\$25\.50 on hold returns/, /go back to the shelf/]],
    [
      "leave_out_parcels",
      [/^These stay in our warehouse/, "Oolong, 2 tins", /^\$25\.50 stays on hold/],
    ],
    ["continue_without_missing", [/goes on without the parcels/, /^\$25\.50 stays on hold/]],
    ["agree_return", [/send it back to its sender/]],
    ["agree_dispose", [/cannot be undone/]],
  ] as const)("ask once before they %s, and say what that means", async (effect, texts) => {
    await page.viewport(390, 844);
    const label = "Do what we have agreed about, however long that takes to say on a phone";
    const { screen, group, chosen } = await showChoices({ label, effect });
    const button = group.getByRole("button", { name: label });
    await button.click();
    const dialog = screen.getByRole("dialog", { name: `Choose “${label}”?` });
    for (const text of texts) await expect.element(dialog.getByText(text)).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await dialog.getByRole("button", { name: "Not now" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(chosen).toEqual([]);
    await button.click();
    await dialog.getByRole("button", { name: "Yes, do it" }).click();
    await expect.element(screen.getByText(`Chosen: ${label}`)).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(chosen).toHaveLength(1);
    expect(document.activeElement).not.toBe(document.body);
  });

  test("take what is wrong with a transaction", async () => {
    const opened: unknown[] = [];
    const transactionId = "00000000-0000-4000-8000-000000000905";
    const { screen } = await showMessages(
      {
        listOwnCases: async () => ({ items: [answered] }),
        openCase: async ({ idempotencyKey: _key, ...input }) => {
          opened.push(input);
          return aCase();
        },
        readOwnCase: async () => details(aCase()),
      },
      { caseId: `new?transaction=${transactionId}`, state: { about: "Shipping Fee · $18.40" } },
    );
    await expect.element(screen.getByText("Shipping Fee · $18.40")).toBeVisible();
    await screen.getByRole("textbox", { name: "What happened?" }).fill("I was charged twice.");
    await screen.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => opened).toHaveLength(1);
    expect(opened).toEqual([
      {
        subject: "transaction",
        subjectId: transactionId,
        problem: "other",
        text: "I was charged twice.",
      },
    ]);
  });

  test.each([
    [1280, "light"],
    [320, "dark"],
  ] as const)(
    "at %i pixels take what staff help to order, beside a question about the account",
    async (width, colorScheme) => {
      await page.viewport(width, 900);
      const opened: unknown[] = [];
      const question = aCase({
        subject: "account",
        subjectId: mei.id,
        subjectName: "",
        kind: "question",
      });
      const order = { ...question, id: asked.id, kind: "order" } as const;
      let items: OwnCase[] = [{ ...question, id: answered.id }];
      const { screen } = await showMessages(
        {
          listOwnCases: async () => ({ items }),
          openCase: async ({ idempotencyKey: _key, ...input }) => {
            opened.push(input);
            items = [order, ...items];
            return order;
          },
          readOwnCase: async () => details(order, [aMessage({ text: "Two cups" })]),
        },
        { caseId: "new?order", colorScheme },
      );
      const form = screen.getByRole("form", { name: "Help me order" });
      await expect
        .element(screen.getByText("Our staff answer within 8 opening hours, here and by email."))
        .toBeVisible();
      await form.getByRole("textbox", { name: "What would you like to order?" }).fill("Two cups");
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await form.getByRole("button", { name: "Send" }).click();
      await expect.element(screen.getByRole("heading", { name: "Help me order" })).toBeVisible();
      await expect.element(screen.getByText("Two cups")).toBeVisible();
      expect(opened).toEqual([
        { subject: "account", subjectId: mei.id, problem: "order", text: "Two cups" },
      ]);
    },
  );

  test("that are not there are named so", async () => {
    const { screen } = await showMessages(
      {
        listOwnCases: async () => ({ items: [answered] }),
        readOwnCase: async () => {
          throw rejected("not_found");
        },
      },
      { caseId: asked.id },
    );
    await expect.element(screen.getByText("There is no such message")).toBeVisible();
  });

  test("that cannot be loaded can be retried", async () => {
    let tries = 0;
    const { screen } = await showMessages({
      listOwnCases: async () => {
        tries += 1;
        if (tries === 1) throw rejected("unexpected");
        return { items: [] };
      },
    });
    await screen.getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByRole("textbox", { name: "Your message" })).toBeVisible();
  });
});
