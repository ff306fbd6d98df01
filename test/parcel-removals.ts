// What staff send about returning a parcel to its sender or disposing of it.
import { randomUUID } from "node:crypto";

/** Asks to return a parcel whose owner agreed. */
export function askedRemoval(inboundParcelId: string, file: File) {
  return {
    inboundParcelId,
    kind: "return" as const,
    ground: "owner_agreed" as const,
    consent: "An email",
    reason: "The box is empty",
    file,
    idempotencyKey: randomUUID(),
  };
}

/** Decides what was asked, or with another `removalId` nothing. */
export function decidedRemoval(inboundParcelId: string, removalId: string = randomUUID()) {
  return { inboundParcelId, removalId, idempotencyKey: randomUUID() };
}
