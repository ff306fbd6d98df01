import { expect, test } from "vitest";
import type { StaffCaseDetails } from "#office/contract/case-fields.ts";
import type { FoundThings } from "#office/contract/staff-search.ts";
import { noEvidence } from "#test/screen/cases.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { localTimeText } from "#goods/web/admin/shipments/leg-draft.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, parcelUnderWay } from "#test/screen/users.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import { CustomsButton } from "./customs-dialog.tsx";
import { WriteForm } from "./write-form.tsx";

const found: FoundThings = {
  packages: [
    {
      id: parcelUnderWay.id,
      number: 24,
      trackingNumber: parcelUnderWay.trackingNumber,
      destination: "Germany",
      userEmail: null,
    },
  ],
  inboundParcels: [],
  shipRequests: [],
  manifests: [],
  storageLocations: [],
  cases: [],
  users: [],
  transactions: [],
  isPerson: false,
};

const openId = "00000000-0000-4000-8000-000000000909";
const opened: StaffCaseDetails = {
  id: "00000000-0000-4000-8000-000000000901",
  number: "C00012",
  subject: "package",
  subjectId: parcelUnderWay.id,
  subjectName: parcelUnderWay.trackingNumber,
  transaction: null,
  kind: "damaged",
  state: "waiting_for_us",
  text: "It is another cup.",
  files: [],
  waitingSince: "2031-04-05T03:00:00.000Z",
  dueAt: "2031-04-06T03:00:00.000Z",
  answerBy: null,
  askedCents: null,
  grantedCents: null,
  outcome: "",
  openedAt: "2031-04-05T03:00:00.000Z",
  lastAt: "2031-04-05T03:00:00.000Z",
  closedAt: null,
  packageId: parcelUnderWay.id,
  pictureUrl: null,
  customer: {
    userId: mei.id,
    nameInitial: "M",
    memberCode: null,
    plan: "Super",
    email: mei.email,
    accountState: "active",
  },
  previous: null,
  evidence: noEvidence,
  messages: [],
};

test("a kind that another open case has is refused at its field, with the way to that case", async () => {
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <WriteForm
          opened={opened}
          act="answer"
          onNoted={() => undefined}
          onClose={() => undefined}
        />
      </DraftOwner>
    ),
    path: "/admin/dashboard/work-items",
    answers: {
      cases: {
        readSnippets: async () => ({ items: [] }),
        addCaseNote: async () => {
          throw rejected("case_open", { sentence: "Write there.", details: { caseId: openId } });
        },
      },
    },
  });
  await screen.getByText("Note", { exact: true }).click();
  const note = screen.getByRole("textbox", { name: "Note" });
  await note.fill("As the photo shows.");
  await screen.getByRole("combobox", { name: "What it turned out to be" }).click();
  await screen.getByRole("option", { name: "Wrong item" }).click();
  await screen.getByRole("button", { name: "Save note" }).click();
  const kind = screen.getByRole("combobox", { name: "What it turned out to be" });
  await expect.element(kind).toHaveAccessibleDescription(/Write there\./);
  await expect
    .element(screen.getByRole("link", { name: "See the open case" }))
    .toHaveAttribute("href", `/admin/dashboard/work-items?kind=open_cases&case=${openId}`);
  await expect.element(note).toHaveValue("As the photo shows.");
  await expectAccessible();
});

/** A time of so many days from now, as it is typed into the field. */
function typedIn(days: number): string {
  return localTimeText(new Date(Date.now() + days * 86_400_000).toISOString());
}

test("a question has a time to answer, within the days that there are", async () => {
  const asked: unknown[] = [];
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <WriteForm
          opened={opened}
          act="answer"
          onNoted={() => undefined}
          onClose={() => undefined}
        />
      </DraftOwner>
    ),
    path: "/admin/dashboard/work-items",
    answers: {
      cases: {
        readSnippets: async () => ({ items: [] }),
        readChoosable: async () => ({ shipRequestId: null, shipRequestName: null, parcels: [] }),
        askCase: async ({ answerBy }) => {
          asked.push(answerBy);
          return opened;
        },
      },
    },
  });
  await screen.getByText("Ask", { exact: true }).click();
  await screen.getByRole("textbox", { name: "Question" }).fill("Keep it?");
  await screen.getByRole("textbox", { name: "Choice 1" }).fill("Yes");
  const answerBy = screen.getByLabelText("The customer answers by");
  const send = screen.getByRole("button", { name: "Send question" });
  for (const days of [-1, 61]) {
    await answerBy.fill(typedIn(days));
    await send.click();
    await expect.element(answerBy).toHaveAccessibleDescription(/in the next 60 days/);
  }
  expect(asked).toEqual([]);
  await expectAccessible();
  const time = typedIn(5);
  await answerBy.fill(time);
  await send.click();
  await expect.poll(() => asked).toEqual([new Date(time).toISOString()]);
});

test("what customs ask is answered by the time that they name", async () => {
  const asked: unknown[] = [];
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <CustomsButton onOpened={() => undefined} />
      </DraftOwner>
    ),
    path: "/admin/dashboard/work-items",
    answers: {
      admin: { findAnything: async () => found },
      cases: {
        openCustomsCase: async ({ text, answerBy }) => {
          asked.push([text, answerBy]);
          return opened;
        },
      },
    },
  });
  await screen.getByRole("button").click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Package" }).fill(parcelUnderWay.trackingNumber);
  await dialog
    .getByRole("textbox", { name: "What customs want to know" })
    .fill("Please send the invoice.");
  const answerBy = dialog.getByLabelText("The customer answers by");
  await expect.element(answerBy).toHaveAccessibleDescription(/Otherwise 48 hours/);
  const time = typedIn(3);
  await answerBy.fill(time);
  await expectAccessible();
  await dialog.getByRole("button", { name: "Send question" }).click();
  await expect
    .poll(() => asked)
    .toEqual([["Please send the invoice.", new Date(time).toISOString()]]);
});

test("what customs ask is refused where a case about it is open, which can be opened", async () => {
  const shown: string[] = [];
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <CustomsButton onOpened={(caseId) => shown.push(caseId)} />
      </DraftOwner>
    ),
    path: "/admin/dashboard/work-items",
    answers: {
      admin: { findAnything: async () => found },
      cases: {
        openCustomsCase: async () => {
          throw rejected("case_open", { sentence: "Write there.", details: { caseId: openId } });
        },
      },
    },
  });
  await screen.getByRole("button").click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("textbox").nth(0).fill(parcelUnderWay.trackingNumber);
  await dialog.getByRole("textbox").nth(1).fill("Please send the invoice.");
  await dialog.getByRole("button", { name: "Send question" }).click();
  await expect.element(dialog.getByText("Write there.")).toBeVisible();
  await dialog.getByRole("button", { name: "See the open case" }).click();
  expect(shown).toEqual([openId]);
});
