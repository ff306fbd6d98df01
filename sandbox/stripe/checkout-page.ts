/** The payment pages as HTML: the form, and the message when there is nothing to pay. */
import { html, raw } from "hono/html";
import { checkoutStyle } from "./checkout-style.ts";
import { formatAmount } from "./money.ts";
import type { CheckoutSession, LineItem } from "./resources.ts";

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>;

/** The form's fields by name. */
export const fieldNames = ["email", "number", "expiry", "cvc", "name"] as const;
export type FieldName = (typeof fieldNames)[number];

/** The form's values, never the security code, and its errors. */
export interface FormState {
  typed: Record<FieldName, string>;
  errors: Partial<Record<FieldName, string>>;
  declineMessage: string | null;
  /** The id of this rendering of the form. */
  attempt: string;
}

/** A whole page. The style element is written whole, since its hash allows no further space in it. */
export function frame(title: string, content: Markup, style = checkoutStyle): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <header class="ribbon">Test mode: no real money moves</header>
        ${content}
      </body>
    </html>`;
}

/** The merchant's logo and name. */
export function merchant(name: string): Markup {
  return html`<div class="merchant">
    <span class="mark" aria-hidden="true">${name.slice(0, 1)}</span>${name}
  </div>`;
}

function rhythmOf(line: LineItem | undefined): string | null {
  const recurring = line?.price.recurring;
  if (recurring === null || recurring === undefined) return null;
  const { interval, interval_count: count } = recurring;
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`;
}

function summary(session: CheckoutSession, lineItems: LineItem[], merchantName: string): Markup {
  const total = formatAmount(session.amount_total, session.currency);
  const rhythm = rhythmOf(lineItems[0]);
  return html`<section aria-label="Order summary">
    ${merchant(merchantName)}
    <p class="due">${rhythm === null ? "Amount due" : "Subscription"}</p>
    <p class="total">${total}${rhythm === null ? "" : html` <small>${rhythm}</small>`}</p>
    <ul class="items">
      ${lineItems.map(
        (line) =>
          html`<li>
            <span
              >${line.description}${
                line.quantity === 1
                  ? ""
                  : html`<small
                      >${line.quantity} ×
                      ${formatAmount(line.price.unit_amount, line.currency)}</small
                    >`
              }</span
            ><span>${formatAmount(line.amount_total, line.currency)}</span>
          </li>`,
      )}
    </ul>
    ${
      rhythm === null
        ? ""
        : html`<p class="note">
            ${total} is charged today, and again ${rhythm === "per month" ? "each month" : rhythm}
            until you cancel.
          </p>`
    }
  </section>`;
}

/** One field of a form, with its value and error. */
export function field(
  state: FormState,
  name: FieldName,
  label: string,
  attributes: { autocomplete: string; type?: string; inputmode?: string; placeholder?: string },
  readOnly = false,
): Markup {
  const error = state.errors[name];
  const firstWrong = fieldNames.find((candidate) => state.errors[candidate] !== undefined);
  return html`<div>
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${attributes.type ?? "text"}"
      value="${name === "cvc" ? "" : state.typed[name]}"
      autocomplete="${attributes.autocomplete}"
      inputmode="${attributes.inputmode ?? "text"}"
      placeholder="${attributes.placeholder ?? ""}"
      required${readOnly ? raw(" readonly") : ""}${firstWrong === name ? raw(" autofocus") : ""}${error === undefined ? "" : raw(` aria-invalid="true" aria-describedby="${name}-error"`)}
    />
    ${error === undefined ? "" : html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`;
}

/** The public test numbers, with the result of each. */
export const testCards = html`<details>
  <summary>Test card numbers</summary>
  <dl>
    <div>
      <dt>4242 4242 4242 4242</dt>
      <dd>is paid</dd>
    </div>
    <div>
      <dt>4000 0000 0000 0002</dt>
      <dd>is declined</dd>
    </div>
    <div>
      <dt>4000 0000 0000 9995</dt>
      <dd>has insufficient funds</dd>
    </div>
    <div>
      <dt>4000 0000 0000 0341</dt>
      <dd>is paid now; renewals are declined</dd>
    </div>
    <div>
      <dt>4000 0000 0000 0259</dt>
      <dd>is paid, then disputed</dd>
    </div>
    <div>
      <dt>4000 0000 0000 5100</dt>
      <dd>is paid after three days</dd>
    </div>
    <div>
      <dt>4000 0000 0000 5217</dt>
      <dd>is declined after three days</dd>
    </div>
  </dl>
  <p class="note">Any expiry date to come, any three digits as security code.</p>
</details>`;

/** The page with the card form. A customer's stored email is shown read-only. */
export function paymentPage(
  session: CheckoutSession,
  lineItems: LineItem[],
  merchantName: string,
  state: FormState,
  emailIsFixed: boolean,
): Markup {
  const total = formatAmount(session.amount_total, session.currency);
  const digits = { inputmode: "numeric" };
  return frame(
    `Pay ${merchantName}`,
    html`<main>
      ${summary(session, lineItems, merchantName)}
      <section class="panel">
        <h1>Pay with card</h1>
        <form method="post" novalidate>
          ${state.declineMessage === null ? "" : html`<p class="alert" role="alert">${state.declineMessage}</p>`}
          <input type="hidden" name="attempt" value="${state.attempt}" />
          ${field(state, "email", "Email", { type: "email", autocomplete: "email", inputmode: "email" }, emailIsFixed)}
          ${field(state, "number", "Card number", { ...digits, autocomplete: "cc-number", placeholder: "1234 1234 1234 1234" })}
          <div class="pair">
            ${field(state, "expiry", "Expiry date", { ...digits, autocomplete: "cc-exp", placeholder: "MM / YY" })}
            ${field(state, "cvc", "Security code", { ...digits, autocomplete: "cc-csc", placeholder: "CVC" })}
          </div>
          ${field(state, "name", "Name on card", { autocomplete: "cc-name" })}
          <button type="submit">
            ${session.mode === "subscription" ? `Subscribe and pay ${total}` : `Pay ${total}`}
          </button>
          ${session.cancel_url === null ? "" : html`<a class="back" href="${session.cancel_url}">Cancel and go back</a>`}
        </form>
        ${testCards}
      </section>
    </main>`,
  );
}

/** The page for a session without anything to pay, with a link back if there is one. */
export function noticePage(
  merchantName: string,
  notice: { title: string; text: string; back: { url: string; label: string } | null },
): Markup {
  return frame(
    notice.title,
    html`<main class="single">
      <section class="panel">
        ${merchant(merchantName)}
        <h1>${notice.title}</h1>
        <p class="note">${notice.text}</p>
        ${notice.back === null ? "" : html`<a class="button" href="${notice.back.url}">${notice.back.label}</a>`}
      </section>
    </main>`,
  );
}
