/** The pages of an open invoice and of a new card as HTML. */
import { html } from "hono/html";
import {
  field,
  type FormState,
  frame,
  type Markup,
  merchant,
  testCards,
} from "#sandbox/stripe/checkout-page.ts";

/** The content of a page with a card form. */
export interface CardRequest {
  merchantName: string;
  /** Above the amount, such as "Amount due". */
  label: string;
  /** The amount, or another headline. */
  headline: string;
  note: string;
  button: string;
  back: string | null;
}

/** A page with a card form. */
export function cardPage(request: CardRequest, state: FormState): Markup {
  const digits = { inputmode: "numeric" };
  return frame(
    `${request.button}: ${request.merchantName}`,
    html`<main>
      <section aria-label="Payment">
        ${merchant(request.merchantName)}
        <p class="due">${request.label}</p>
        <p class="total">${request.headline}</p>
        <p class="note">${request.note}</p>
      </section>
      <section class="panel">
        <h1>${request.button}</h1>
        <form method="post" novalidate>
          ${state.declineMessage === null ? "" : html`<p class="alert" role="alert">${state.declineMessage}</p>`}
          ${field(state, "number", "Card number", { ...digits, autocomplete: "cc-number", placeholder: "1234 1234 1234 1234" })}
          <div class="pair">
            ${field(state, "expiry", "Expiry date", { ...digits, autocomplete: "cc-exp", placeholder: "MM / YY" })}
            ${field(state, "cvc", "Security code", { ...digits, autocomplete: "cc-csc", placeholder: "CVC" })}
          </div>
          <button type="submit">${request.button}</button>
          ${request.back === null ? "" : html`<a class="back" href="${request.back}">Go back</a>`}
        </form>
        ${testCards}
      </section>
    </main>`,
  );
}
