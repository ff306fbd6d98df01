import type { SignedInContext } from "#server/context.ts";

export async function listAllInboundParcels(
  _context: SignedInContext,
  _input: unknown,
): Promise<never> {
  throw new Error("Not written yet.");
}
