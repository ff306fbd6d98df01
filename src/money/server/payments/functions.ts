import { isPaymentSought, type PaymentTab } from "#money/rules/payment.ts";
import type { Payment as PaymentRecord } from "#money/contract/payments.ts";
import { brandName } from "#platform/rules/brand.ts";
import type { Language } from "#platform/rules/language.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { translate } from "#platform/server/translate.ts";
import { PaymentError, type ProviderPayment } from "#money/server/adapters/payment/payment.ts";
import { randomUUID } from "node:crypto";
import { startDeposit, verifyDeposit } from "#money/server/wallet/deposits.ts";
import { textCell, type CsvReader } from "#platform/rules/csv-row.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { decimalText } from "#platform/rules/money.ts";

/**
 * The specification's function get-stripe-payments: the newest `limit` payments of all customers, read live from the
 * provider, newest first; `type` is the screen's tab. Throws `payments_unavailable` when the provider is unavailable,
 * and `busy` while too many requests are in progress.
 */
export async function getStripePayments(
  context: SignedInContext,
  input: { limit: number; type: PaymentTab },
): Promise<{ payments: PaymentRecord[] }> {
  const listed = await listFromProvider(context, input.limit);
  const payments = listed
    .filter(({ kind }) => isInTab(input.type, kind))
    .slice(0, input.limit)
    .map((payment) => describePayment(payment, context.language));
  return { payments };
}

async function listFromProvider(
  { payment, log, queues, session }: SignedInContext,
  limit: number,
): Promise<ProviderPayment[]> {
  try {
    return await queues.providerLists.run(session.person.id, () => payment.listPayments(limit));
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ error }, "Payments not listed");
    throw apiError("payments_unavailable");
  }
}

function isInTab(type: PaymentTab, kind: ProviderPayment["kind"]): boolean {
  if (type === "all") return true;
  return (kind === "one_time_payment") === (type === "one-time");
}

/** What a payment is for; a description that was written elsewhere stays as it is. */
function describedPurpose(
  { kind, purpose, reversal, description }: ProviderPayment,
  language: Language,
): string | null {
  if (purpose?.kind === "deposit") {
    return translate(language, "records.payment.deposit", { brand: brandName });
  }
  if (purpose?.kind === "plan") {
    return translate(language, "records.payment.plan", { brand: brandName, plan: purpose.plan });
  }
  if (description !== null || reversal !== null) return description;
  return translate(language, `records.paymentType.${kind}`);
}

function descriptionOf(payment: ProviderPayment, language: Language): string {
  const what = describedPurpose(payment, language);
  if (payment.reversal === null) return what ?? "";
  return what === null
    ? translate(language, `records.reversal.${payment.reversal}`)
    : translate(language, `records.reversalOf.${payment.reversal}`, { payment: what });
}

function describePayment(payment: ProviderPayment, language: Language): PaymentRecord {
  return {
    id: payment.paymentId,
    references: [...payment.references],
    user_email: payment.email ?? "Unknown",
    type: payment.kind,
    description: descriptionOf(payment, language),
    amount: payment.amount,
    currency: payment.currency,
    date: payment.createdAt.toISOString(),
    status: payment.status,
  };
}

const typeWords = {
  subscription: "Subscription",
  one_time_payment: "One-time payment",
  invoice: "Invoice",
} as const satisfies Record<PaymentRecord["type"], string>;

const mostPayments = 100;

/**
 * `payments.csv` with what the page of payments lists: those of the newest ones that are sought. Throws what
 * `getStripePayments` and `csvDownload` throw.
 */
export async function exportPayments(
  context: SignedInContext,
  input: CsvReader & {
    readonly type: PaymentTab;
    readonly search: string;
    readonly from?: string | undefined;
  },
): Promise<ReadableStream<Uint8Array>> {
  const { type, search, from, ...reader } = input;
  const { payments } = await getStripePayments(context, { limit: mostPayments, type });
  const sought = { tab: type, search, earliest: from === undefined ? null : new Date(from) };
  const rows = payments.filter((payment) => isPaymentSought(payment, sought));
  return await csvDownload<PaymentRecord>(context, reader, {
    fileName: "payments.csv",
    columns: ["Date", "Customer", "Type", "Description", "In", "Out", "Currency", "Status", "Id"],
    rowsAtOnce: mostPayments + 1,
    audited: { type, from, isSearch: search !== "" },
    readAfter: async () => rows,
    cellsOf: (csv, payment) => {
      // Two columns, since a cell that begins with a minus could be taken for a formula.
      const amount = csv.amount(Math.round(Math.abs(payment.amount) * 100));
      return [
        csv.moment(new Date(payment.date)),
        payment.user_email,
        typeWords[payment.type],
        textCell(payment.description),
        payment.amount < 0 ? "" : amount,
        payment.amount < 0 ? amount : "",
        payment.currency,
        payment.status,
        payment.id,
      ];
    },
  });
}

/**
 * The specification's function create-wallet-deposit: like `startDeposit`, and every call is a new deposit. `userId` and
 * `userEmail` of the request are ignored, so that nobody can deposit for another user.
 */
export async function createWalletDeposit(
  context: SignedInContext,
  input: { amount: number | string },
): Promise<{ url: string }> {
  return await startDeposit(context, { amount: input.amount, idempotencyKey: randomUUID() });
}

/** The specification's function verify-wallet-deposit: like `verifyDeposit`, with the amount in dollars. */
export async function verifyWalletDeposit(
  context: SignedInContext,
  input: { sessionId: string },
): Promise<{ success: boolean; amount: number | null; message: string }> {
  const { success, amountCents, message } = await verifyDeposit(context, input);
  return {
    success,
    amount: amountCents === null ? null : Number(decimalText(amountCents)),
    message,
  };
}
