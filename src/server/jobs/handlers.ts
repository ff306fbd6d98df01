// Says which operation does which job.
import { forgetOldLetters } from "#server/platform/letters/forget-old-letters.ts";
import { sendLetter, type LetterParts } from "#server/platform/letters/send-letter.ts";
import type { JobHandlers } from "./jobs.ts";

/** The handlers of all jobs over the parts of one server. */
export function jobHandlers(parts: LetterParts): JobHandlers {
  return {
    "send-letter": ({ letterId }) => sendLetter(parts, letterId),
    "forget-old-letters": async () => void (await forgetOldLetters(parts)),
  };
}
