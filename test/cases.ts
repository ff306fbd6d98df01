// Opens cases for tests, with what both sides may do with one.
import { randomUUID } from "node:crypto";
import type { TestApp } from "./test-app.ts";
import { aCustomer, type TestPerson } from "./users.ts";

export const keyed = <Input extends object>(input: Input) => ({
  ...input,
  idempotencyKey: randomUUID(),
});

type Thing = Pick<Parameters<TestPerson["api"]["cases"]["openCase"]>[0], "subject" | "subjectId">;

/** A case of a new customer, about the account unless it is about something else, which `support` answers. */
export async function openedCase(
  { app, support }: { readonly app: TestApp; readonly support: TestPerson },
  { thing, customer }: { readonly thing?: Thing; readonly customer?: TestPerson } = {},
) {
  const mei = customer ?? (await aCustomer(app, { plan: "Premium", packageQuota: 20 }));
  const { id: caseId } = await mei.api.cases.openCase(
    keyed({
      subject: "account" as const,
      subjectId: mei.userId,
      ...thing,
      problem: "other" as const,
      text: "The emails come twice.",
    }),
  );
  const read = () => mei.api.cases.readOwnCase({ caseId });
  const write = (text = "Since Monday.") => mei.api.cases.addCaseMessage(keyed({ caseId, text }));
  const answer = (text = "Which emails?") => support.api.cases.answerCase(keyed({ caseId, text }));
  const note = (text: string) => support.api.cases.addCaseNote(keyed({ caseId, text }));
  const finish = () => support.api.cases.finishCase({ caseId, outcome: "Mended." });
  const events = async () => {
    const { messages } = await read();
    return messages.flatMap(({ event }) => event ?? []);
  };
  return { mei, caseId, read, write, answer, note, finish, events };
}
