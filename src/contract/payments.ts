// What may be asked about payments at the provider, and the three functions that keep the specification's names.
import * as z from "zod";
import { text } from "./fields.ts";
import { procedure } from "./procedure.ts";

const payment = z.object({
  id: z.string(),
  user_email: z.string().describe("'Unknown' if missing"),
  type: z.enum(["subscription", "one_time_payment", "invoice"]),
  description: z.string(),
  amount: z.number().describe("In units of the currency, negative for money given back"),
  currency: z.string(),
  date: z.string().describe("ISO 8601"),
  status: z.string(),
});
export type Payment = z.infer<typeof payment>;

const area = "functions";

export const functions = {
  createWalletDeposit: procedure({
    method: "POST",
    path: "/functions/create-wallet-deposit",
    door: "signedIn",
    area,
    summary: "Open a deposit's hosted checkout; the customer is taken from the session alone",
    refuses: ["invalid_amount", "deposit_failed"],
  })
    .input(
      z.strictObject({
        amount: z.union([z.number(), z.string().max(40)]).describe("Dollars"),
        userId: text(64).optional(),
        userEmail: text(254).optional(),
      }),
    )
    .output(z.object({ url: z.url() })),

  verifyWalletDeposit: procedure({
    method: "POST",
    path: "/functions/verify-wallet-deposit",
    door: "signedIn",
    area,
    summary: "Settle a deposit on return from the provider",
    refuses: ["unavailable"],
  })
    .input(z.strictObject({ sessionId: text(255) }))
    .output(
      z.object({
        success: z.boolean(),
        amount: z.number().nullable().describe("Dollars"),
        message: z.string(),
      }),
    ),

  getStripePayments: procedure({
    method: "POST",
    path: "/functions/get-stripe-payments",
    door: "admin",
    area,
    summary: "Payments, live from the provider",
    refuses: ["payments_unavailable"],
  })
    .input(
      z.strictObject({
        limit: z.int().min(1).max(100).default(100),
        type: z.enum(["all", "subscriptions", "one-time"]).default("all"),
      }),
    )
    .output(z.object({ payments: z.array(payment) })),
};
