import { useSyncExternalStore } from "react";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { openQuestion, subscribeToQuestions } from "./ask-own-reason.ts";

const OwnReasonDialog = laterPart(
  async () => (await import("./own-reason-dialog.tsx")).OwnReasonDialog,
);

const noQuestion = () => null;

/** Where staff work: the dialog that asks why somebody changes what is their own. */
export function OwnReason() {
  const question = useSyncExternalStore(subscribeToQuestions, openQuestion, noQuestion);
  const answer = question?.answer ?? noQuestion;
  return (
    <OwnReasonDialog isWanted={question !== null} isOpen={question !== null} onAnswer={answer} />
  );
}
