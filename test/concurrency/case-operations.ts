// The rows of cases in the concurrency matrix.
import { randomUUID } from "node:crypto";
import { neither, type Row, ways } from "./operation.ts";

export const cases: Readonly<Record<string, Row>> = {
  openCase: neither,
  addCaseFile: neither,
  addCaseMessage: neither,
  // What belongs to a choice is an operation of its own row.
  chooseInCase: neither,
  closeOwnCase: neither,
  answerCase: neither,
  askCase: neither,
  openCustomsCase: neither,
  addCaseNote: neither,
  finishCase: neither,
  saveSnippet: neither,
  grantCase: ways({
    name: "an admin grants money in a case",
    needs: ["case"],
    run: ({ admin, caseId }) =>
      admin.api.cases.grantCase({
        caseId,
        amountCents: 1_500,
        outcome: "It was late.",
        idempotencyKey: randomUUID(),
      }),
  }),
  confirmGrant: ways({
    name: "an admin confirms money in a case",
    needs: ["case", "proposedGrant"],
    run: ({ admin, caseId }) =>
      admin.api.cases.confirmGrant({
        caseId,
        amountCents: 2_500,
        outcome: "It was late.",
        idempotencyKey: randomUUID(),
      }),
  }),
};
