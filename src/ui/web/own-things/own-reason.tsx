import { lazy, useSyncExternalStore } from "react";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { openQuestion, subscribeToQuestions } from "./ask-own-reason.ts";

const OwnReasonDialog = lazy(async () => ({
  default: (await import("./own-reason-dialog.tsx")).OwnReasonDialog,
}));

const noQuestion = () => null;

/** Where staff work: the dialog that asks why somebody changes what is their own. */
export function OwnReason() {
  const question = useSyncExternalStore(subscribeToQuestions, openQuestion, noQuestion);
  const answer = question?.answer ?? noQuestion;
  return (
    <LazyPart isWanted={question !== null}>
      <OwnReasonDialog isOpen={question !== null} onAnswer={answer} />
    </LazyPart>
  );
}
