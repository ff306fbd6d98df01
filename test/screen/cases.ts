// Cases and messages as the server describes them, for tests of screens.
import type { CaseEvidenceShown, CaseMessage, OwnCase } from "#office/contract/case-fields.ts";
import { parcelDelivered } from "./users.ts";

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

export function aCase(changes: Partial<OwnCase> = {}): OwnCase {
  return {
    id: "00000000-0000-4000-8000-000000000901",
    number: "C00012",
    subject: "package",
    subjectId: parcelDelivered.id,
    subjectName: parcelDelivered.trackingNumber,
    transaction: null,
    kind: "damaged",
    state: "waiting_for_us",
    text: "The lid is broken.",
    files: [],
    waitingSince: "2031-04-20T10:00:00.000Z",
    dueAt: inAnHour(),
    answerBy: null,
    askedCents: null,
    grantedCents: null,
    outcome: "",
    openedAt: "2031-04-20T10:00:00.000Z",
    lastAt: "2031-04-20T10:00:00.000Z",
    closedAt: null,
    ...changes,
  };
}

/** One that staff have closed. */
export const answered = aCase({
  id: "00000000-0000-4000-8000-000000000902",
  state: "closed",
  dueAt: null,
  outcome: "The carrier pays. We added $18.40 to your wallet.",
  closedAt: "2031-04-21T10:00:00.000Z",
});

export function aMessage(changes: Partial<CaseMessage>): CaseMessage {
  return {
    id: crypto.randomUUID(),
    sender: "customer",
    event: null,
    text: "",
    files: [],
    choices: null,
    chosenCode: null,
    createdAt: "2031-04-20T10:00:00.000Z",
    ...changes,
  };
}

/** Of a case about an account. */
export const noEvidence: CaseEvidenceShown = { photos: [], weights: [], events: [] };
