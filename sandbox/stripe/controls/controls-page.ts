/** The controls as a page: recent payments, subscriptions, the clock and webhooks, each with what can be done to it. */
import { html, raw } from "hono/html";
import { frame, type Markup, merchant } from "#sandbox/stripe/checkout-page.ts";
import { formatAmount } from "#sandbox/stripe/money.ts";
import type { Charge, Subscription } from "#sandbox/stripe/resources.ts";
import { controlsStyle } from "./controls-style.ts";

/** A payment as the page shows it. */
export interface ShownPayment {
  charge: Charge;
  /** Its open dispute. */
  dispute: { id: string; status: string } | null;
  /** The checkout session whose payment is pending at the bank. */
  waitingSession: string | null;
}

/** A subscription as the page shows it. */
export interface ShownSubscription {
  subscription: Subscription;
  email: string | null;
  product: string;
  card: string;
  renewalsPay: boolean;
}

/** The page's content. */
export interface ControlsState {
  merchantName: string;
  now: Date;
  offsetSeconds: number;
  payments: ShownPayment[];
  subscriptions: ShownSubscription[];
  webhooks: { pending: number; delivered: number; isHeld: boolean };
  /** The error of the last action. */
  errorMessage: string | null;
}

const formatTime = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

function timeOf(seconds: number): string {
  return `${formatTime.format(seconds * 1000)} UTC`;
}

/** A button with its own form: the endpoint's address, the id in it, and its other fields. */
function button(
  label: string,
  path: string,
  id: string,
  fields: Record<string, string> = {},
  input: Markup | string = "",
): Markup {
  return html`<form method="post">
    <input type="hidden" name="control" value="${path}" />
    <input type="hidden" name="id" value="${id}" />
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}${input}<button type="submit">${label}</button>
  </form>`;
}

function statusOf({ charge, dispute, waitingSession }: ShownPayment): string {
  if (waitingSession !== null) return "Waits for the bank";
  if (dispute !== null) return "Disputed";
  if (charge.disputed) return "Dispute closed";
  if (charge.refunded) return "Refunded";
  return charge.amount_refunded > 0 ? "Partly refunded" : "Paid";
}

function paymentActions({ charge, dispute, waitingSession }: ShownPayment): Markup | string {
  if (waitingSession !== null) {
    const path = "/controls/checkout_sessions/:id/settle";
    return html`${button("Bank pays", path, waitingSession, { outcome: "succeeded" })}
    ${button("Bank declines", path, waitingSession, { outcome: "failed" })}`;
  }
  if (dispute !== null) {
    const path = "/controls/disputes/:id/close";
    return html`${button("Merchant wins", path, dispute.id, { outcome: "won" })}
    ${button("Merchant loses", path, dispute.id, { outcome: "lost" })}`;
  }
  if (charge.disputed || charge.refunded) return "";
  const leftCents = charge.amount - charge.amount_refunded;
  const amount = html`<input
    name="dollars"
    inputmode="decimal"
    value="${(leftCents / 100).toFixed(2)}"
    aria-label="Amount to refund of ${charge.id}"
  />`;
  return html`${button("Refund", "/v1/refunds", "", { charge: charge.id }, amount)}
  ${button("Open dispute", "/controls/disputes", "", { charge: charge.id })}`;
}

function paymentRow(payment: ShownPayment): Markup {
  const { charge } = payment;
  return html`<tr>
    <td>
      ${charge.description ?? "Payment"}<small>${timeOf(charge.created)} · ${charge.id}</small>
    </td>
    <td>${charge.billing_details.email}</td>
    <td class="amount">
      ${formatAmount(charge.amount, charge.currency)}${
        charge.amount_refunded === 0
          ? ""
          : html`<small>${formatAmount(charge.amount_refunded, charge.currency)} refunded</small>`
      }
    </td>
    <td class="status">${statusOf(payment)}</td>
    <td><div class="actions">${paymentActions(payment)}</div></td>
  </tr>`;
}

const statusLabels: Record<Subscription["status"], string> = {
  active: "Active",
  canceled: "Canceled",
  incomplete: "Incomplete",
  incomplete_expired: "Expired",
  past_due: "Past due",
  paused: "Paused",
  trialing: "On trial",
  unpaid: "Unpaid",
};

function subscriptionActions({ subscription, renewalsPay }: ShownSubscription): Markup | string {
  const { id, status } = subscription;
  if (status === "canceled" || status === "incomplete_expired") return "";
  const path = `/controls/subscriptions/:id`;
  const card = html`<input
    class="number"
    name="number"
    inputmode="numeric"
    value="4242 4242 4242 4242"
    aria-label="Number of the new card of ${id}"
  />`;
  return html`${
    renewalsPay
      ? button("Fail next renewal", `${path}/renewals`, id, { answer: "declined" })
      : button("Let renewals succeed", `${path}/renewals`, id, { answer: "paid" })
  }
  ${button("Advance to renewal", `${path}/advance`, id)}
  ${button("Replace card", `${path}/card`, id, {}, card)}`;
}

function subscriptionRow(shown: ShownSubscription): Markup {
  const { subscription, email, product, card, renewalsPay } = shown;
  const periodEnd = subscription.items.data[0]?.current_period_end ?? 0;
  const ends = subscription.cancel_at_period_end ? "Ends" : "Renews";
  return html`<tr>
    <td>${product}<small>${subscription.id}</small></td>
    <td>${email}</td>
    <td class="card">
      ${card}<small>${renewalsPay ? "Pays renewals" : "Declines renewals"}</small>
    </td>
    <td class="status">
      ${statusLabels[subscription.status]}<small
        >${subscription.ended_at === null ? `${ends} ${timeOf(periodEnd)}` : `Ended ${timeOf(subscription.ended_at)}`}</small
      >
    </td>
    <td><div class="actions">${subscriptionActions(shown)}</div></td>
  </tr>`;
}

function table(caption: string, columns: string[], rows: Markup[], empty: string): Markup {
  return html`<section class="panel">
    <h2>${caption}</h2>
    ${
      rows.length === 0
        ? html`<p class="note">${empty}</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
            <table>
              <thead>
                <tr>
                  ${columns.map((column) => html`<th scope="col">${column}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>
          </div>`
    }
  </section>`;
}

function clockPanel({ now, offsetSeconds }: ControlsState): Markup {
  const daysAhead = (offsetSeconds / 86_400).toFixed(1).replace(/\.0$/, "");
  const advance = (label: string, days: number) =>
    button(label, "/controls/clock", "", { advanceSeconds: String(days * 86_400) });
  return html`<section class="panel">
    <h2>Clock</h2>
    <p class="clock">${timeOf(now.getTime() / 1000)}</p>
    <p class="note">
      ${
        offsetSeconds === 0
          ? "As on the wall."
          : `${daysAhead} ${daysAhead === "1" ? "day" : "days"} ahead of the wall.`
      }
      It goes forward only; what falls due on the way happens, each at its own time.
    </p>
    <div class="actions">
      ${advance("One day on", 1)} ${advance("Three days on", 3)} ${advance("Thirty days on", 30)}
    </div>
  </section>`;
}

function webhooksPanel({ webhooks }: ControlsState): Markup {
  const { pending, delivered, isHeld } = webhooks;
  return html`<section class="panel">
    <h2>Webhooks</h2>
    <p class="note">${delivered} delivered, ${pending} waiting${isHeld ? ", held back" : ""}.</p>
    <div class="actions">
      ${isHeld ? "" : button("Hold back", "/controls/webhooks", "", { isHeld: "true" })}
      ${button("Send all that wait", "/controls/deliveries/release", "")}
    </div>
  </section>`;
}

/** The page. */
export function controlsPage(state: ControlsState): Markup {
  const { payments, subscriptions, merchantName, errorMessage } = state;
  return frame(
    `Payment sandbox of ${merchantName}`,
    html`<main class="wide">
      <div>
        ${merchant(merchantName)}
        <h1>Payment sandbox</h1>
        <p class="note">What customers, banks and time do, played by hand.</p>
      </div>
      ${errorMessage === null ? raw("") : html`<p class="alert" role="alert">${errorMessage}</p>`}
      ${table("Recent payments", ["Payment", "Payer", "Amount", "Status", "Actions"], payments.map(paymentRow), "Nobody has paid yet.")}
      ${table("Subscriptions", ["Plan", "Customer", "Card", "Status", "Actions"], subscriptions.map(subscriptionRow), "Nobody has subscribed yet.")}
      ${clockPanel(state)} ${webhooksPanel(state)}
    </main>`,
    controlsStyle,
  );
}
