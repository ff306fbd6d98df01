import { readSubscription } from "./plans/plan-state.ts";
import { findCustomerId } from "./stripe-customers/customer-queries.ts";
import { readAllTransactions } from "./wallet/transactions.ts";
import { readUserPayouts } from "./wallet/payouts.ts";
import { erasePayoutDetails } from "./wallet/payout-queries.ts";
import { readWallet } from "./wallet/wallets.ts";
import { hash, listed, type AccountPart } from "#platform/server/account-part.ts";

const money = "The history of money is never changed, and has ids and no name in it.";
const providersId = "An id at the payment provider, with which a refund or dispute is found later.";

/** Money, which must be accounted for, and the customer at the payment provider, who stays there. */
export const moneyPart: AccountPart = {
  tables: {
    ledger_accounts: { kept: { kind: listed } },
    ledger_transfers: {
      kept: { idempotency_key: "An id.", request_hash: hash, currency: listed },
    },
    transactions: {
      kept: { type: listed, status: listed, metadata: `${money} Reasons of adjustments are ours.` },
    },
    holds: { kept: { reason: `${money} Reasons of fees are ours.`, idempotency_key: "An id." } },
    payout_requests: {
      erased: ["details_encrypted", "reason"],
      kept: { reference: "The bank's number of a payment that was made." },
    },
    deposits: {
      kept: {
        customer_id: providersId,
        checkout_session_id: providersId,
        payment_intent_id: providersId,
        charge_id: providersId,
      },
    },
    deposit_disputes: { kept: { dispute_id: providersId, status: listed } },
    subscription_checkouts: {
      kept: { customer_id: providersId, checkout_session_id: providersId },
    },
    subscriptions: { kept: { provider_subscription_id: providersId, provider_status: listed } },
    plan_periods: { kept: { invoice_id: providersId } },
    plan_payments: { kept: { invoice_id: providersId } },
    subscriber_locks: {},
    provider_events: {
      kept: {
        id: providersId,
        type: listed,
        payload: "Only ids are stored of an event; personal data stays at the provider.",
        last_error: "Why an event could not be processed.",
      },
    },
    provider_customers: { kept: { customer_id: providersId } },
    reconciliations: { kept: { repairs: money, differences: money } },
  },
  withoutCustomers: ["ledger_entries"],
  async exported(context) {
    const userId = context.session.person.id;
    return {
      subscription: await readSubscription(context),
      wallet: await readWallet(context),
      transactions: await readAllTransactions(context),
      payoutRequests: await readUserPayouts(context, userId),
      paymentProviderCustomerId: (await findCustomerId(context.db, userId)) ?? null,
    };
  },
  async erase({ session }, db) {
    await erasePayoutDetails(db, session.person.id);
  },
};
