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

/** What a page asks a card for. */
export interface CardRequest {
  merchantName: string;
  /** Above the amount, such as "Amount due". */
  label: string;
  /** The amount, or what stands in its place. */
  headline: string;
  note: string;
  button: string;
  back: string | null;
}

/** A page with a card form. */
export function cardPage(asked: CardRequest, state: FormState): Markup {
  const digits = { inputmode: "numeric" };
  return frame(
    `${asked.button}: ${asked.merchantName}`,
    html`<main>
      <section aria-label="What is asked">
        ${merchant(asked.merchantName)}
        <p class="due">${asked.label}</p>
        <p class="total">${asked.headline}</p>
        <p class="note">${asked.note}</p>
      </section>
      <section class="panel">
        <h1>${asked.button}</h1>
        <form method="post" novalidate>
          ${state.declineMessage === null ? "" : html`<p class="alert" role="alert">${state.declineMessage}</p>`}
          ${field(state, "number", "Card number", { ...digits, autocomplete: "cc-number", placeholder: "1234 1234 1234 1234" })}
          <div class="pair">
            ${field(state, "expiry", "Expiry date", { ...digits, autocomplete: "cc-exp", placeholder: "MM / YY" })}
            ${field(state, "cvc", "Security code", { ...digits, autocomplete: "cc-csc", placeholder: "CVC" })}
          </div>
          <button type="submit">${asked.button}</button>
          ${asked.back === null ? "" : html`<a class="back" href="${asked.back}">Go back</a>`}
        </form>
        ${testCards}
      </section>
    </main>`,
  );
}
