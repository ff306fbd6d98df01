import { ORPCError } from "@orpc/client";
import * as z from "zod/mini";

const named = z.object({ caseId: z.string() });

/** The case that is open already, where the server names one in its refusal. */
export function openCaseIdOf(error: unknown): string | null {
  const reading = z.safeParse(named, error instanceof ORPCError ? error.data : null);
  return reading.success ? reading.data.caseId : null;
}
