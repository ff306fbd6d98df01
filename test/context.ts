import { randomUUID } from "node:crypto";
import { outsideOperations } from "#platform/server/binder/operation-calls.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import type { TestPerson } from "./users.ts";
import type { TestApp } from "./test-app.ts";

/** A context to call operations directly, for a customer without a plan; `changes` replace services. */
export function signedInContext(
  app: Pick<TestApp, "services" | "clock">,
  { userId, email, fullName }: Pick<TestPerson, "userId" | "email" | "fullName">,
  changes: Partial<AppServices> = {},
): SignedInContext {
  const now = app.clock.now();
  return {
    ...app.services,
    ...changes,
    ...outsideOperations,
    audit: async () => undefined,
    requestId: randomUUID(),
    ipAddress: "10.0.0.1",
    userAgent: "test",
    language: "en",
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    session: {
      sessionId: randomUUID(),
      person: {
        id: userId,
        email,
        fullName,
        walletBalanceCents: 0,
        subscription: null,
        packageQuota: 0,
        maxWeightGrams: 0,
        displayCurrency: "USD",
        isAdmin: false,
        roles: [],
        hasTwoFactor: false,
        language: "en",
        isCustomer: true,
        isWarehouseEntered: false,
      },
      expiresAt: now,
      refreshBy: now,
      reauthenticatedAt: now,
    },
  };
}
