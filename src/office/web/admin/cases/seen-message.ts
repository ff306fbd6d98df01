import type { StaffCaseDetails } from "#office/contract/case-fields.ts";

/** The newest message that a reader of the case has seen, so that nobody answers what was answered meanwhile. */
export function seenOf({ messages }: StaffCaseDetails): { readonly seenMessageId?: string } {
  const seen = messages.findLast(({ sender, isInternal }) => sender !== "system" && !isInternal);
  return seen === undefined ? {} : { seenMessageId: seen.id };
}
