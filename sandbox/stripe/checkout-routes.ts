/** Serves the hosted payment pages: shows the form, takes the card, sends the payer back to the merchant. */
import { Hono } from "hono";
import { readCard } from "./cards.ts";
import { payCheckout } from "./checkout-payment.ts";
import { type FieldName, type FormState, noticePage, paymentPage } from "./checkout-page.ts";
import { planOfSession } from "./checkout-sessions.ts";
import { checkoutStyleSource } from "./checkout-style.ts";
import { settleDue } from "./clock.ts";
import { isEmail } from "./customers.ts";
import { htmlResponse } from "./html-response.ts";
import { makeIdentifier } from "./identifiers.ts";
import type { CheckoutSession, Customer } from "./resources.ts";
import { atomically, findObject } from "./resource-queries.ts";
import type { SandboxState } from "./sandbox-state.ts";

const largestFormBytes = 16 * 1024;
const mostAnswers = 200;

/** Errors of submitted forms, stored until the redirect shows them, so that a reload does not submit the card again. */
type Answers = Map<string, FormState>;

function answerKey(id: string, attempt: string): string {
  return `${id} ${attempt}`;
}

function storeFormState(answers: Answers, key: string, state: FormState): void {
  answers.delete(key);
  answers.set(key, state);
  const [oldest] = answers.keys();
  if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
}

/** Redirects the browser after a form; a URL without a host leads back to the page itself. */
function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

function page(
  sandbox: SandboxState,
  markup: unknown,
  session: CheckoutSession | undefined,
  status = 200,
): Response {
  // Browsers apply form-action to redirects after a form too, so the merchant's return URL is listed.
  return htmlResponse(markup, {
    styleSource: checkoutStyleSource,
    formTargets: [sandbox.publicUrl, ...(session === undefined ? [] : [session.success_url])],
    status,
  });
}

function successUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** The page of a session that cannot be paid (any more). */
function closedPage(sandbox: SandboxState, session: CheckoutSession): Response {
  const name = sandbox.merchantName;
  const notice =
    session.status === "complete"
      ? {
          title: "This payment is already complete",
          text: "You have paid, and will not be charged again.",
          back: { url: successUrl(session), label: `Return to ${name}` },
        }
      : {
          title: "This payment page has expired",
          text: "Nothing was charged. Go back and start again to pay.",
          back: {
            url: session.cancel_url ?? new URL(session.success_url).origin,
            label: `Return to ${name}`,
          },
        };
  return page(sandbox, noticePage(name, notice), session);
}

function unknownPage(sandbox: SandboxState): Response {
  const notice = {
    title: "There is nothing to pay here",
    text: "This address belongs to no payment. Go back to where you came from and start again.",
    back: null,
  };
  return page(sandbox, noticePage(sandbox.merchantName, notice), undefined, 404);
}

function knownEmail(sandbox: SandboxState, session: CheckoutSession): string | null {
  if (session.customer_email !== null) return session.customer_email;
  if (session.customer === null) return null;
  return findObject<Customer>(sandbox.database, session.customer, "customer")?.email ?? null;
}

function formPage(sandbox: SandboxState, session: CheckoutSession, state: FormState): Response {
  const { lineItems } = planOfSession(sandbox, session.id);
  const fixed = knownEmail(sandbox, session) !== null;
  return page(
    sandbox,
    paymentPage(session, lineItems, sandbox.merchantName, state, fixed),
    session,
  );
}

function readForm(encoded: string, fixedEmail: string | null): FormState {
  const sent = new URLSearchParams(encoded);
  const typed = (name: FieldName) => (sent.get(name) ?? "").trim().slice(0, 600);
  return {
    typed: {
      email: fixedEmail ?? typed("email"),
      number: typed("number"),
      expiry: typed("expiry"),
      cvc: typed("cvc"),
      name: typed("name"),
    },
    errors: {},
    declineMessage: null,
    attempt: (sent.get("attempt") ?? "").slice(0, 64) || makeIdentifier("attempt"),
  };
}

/** The form's errors by field. */
function errorsOf(state: FormState, read: ReturnType<typeof readCard>): FormState["errors"] {
  const errors: FormState["errors"] = "errors" in read ? { ...read.errors } : {};
  if (state.typed.email === "") errors.email = "Enter your email address.";
  else if (!isEmail(state.typed.email)) errors.email = "Enter an address such as name@example.com.";
  if (state.typed.name === "") errors.name = "Enter the name on your card.";
  return errors;
}

/** Checks and charges the submitted card, in one transaction, so that a session is paid once however often it is submitted. */
function pay(sandbox: SandboxState, answers: Answers, id: string, encoded: string): Response {
  const session = findObject<CheckoutSession>(sandbox.database, id, "checkout.session");
  if (session === undefined) return unknownPage(sandbox);
  const state = readForm(encoded, knownEmail(sandbox, session));
  if (session.status !== "open") {
    const sameForm = planOfSession(sandbox, id).paidByAttempt === state.attempt;
    return redirect(sameForm ? successUrl(session) : id);
  }
  const showAgain = (changes: Partial<FormState>) => {
    const typed = { ...state.typed, cvc: "" };
    storeFormState(answers, answerKey(id, state.attempt), { ...state, typed, ...changes });
    return redirect(`${id}?attempt=${encodeURIComponent(state.attempt)}`);
  };
  const read = readCard(state.typed, sandbox.now());
  const errors = errorsOf(state, read);
  if ("errors" in read || Object.keys(errors).length > 0) return showAgain({ errors });
  const { email, name } = state.typed;
  const result = payCheckout(sandbox, session, {
    card: read.card,
    payer: { email, name },
    attempt: state.attempt,
  });
  const { declineMessage } = result;
  return declineMessage === null
    ? redirect(successUrl(result.session))
    : showAgain({ declineMessage });
}

function emptyForm(sandbox: SandboxState, session: CheckoutSession): FormState {
  const empty = { email: knownEmail(sandbox, session) ?? "", number: "", expiry: "", cvc: "" };
  return {
    typed: { ...empty, name: "" },
    errors: {},
    declineMessage: null,
    attempt: makeIdentifier("attempt"),
  };
}

/** Builds the pages under `/checkout/{session}`. */
export function createCheckoutRoutes(
  sandbox: SandboxState,
  log: (message: string, error: unknown) => void,
): Hono {
  const routes = new Hono();
  const answers: Answers = new Map();
  routes.get("/checkout/:id", (context) => {
    settleDue(sandbox);
    const id = context.req.param("id");
    const session = findObject<CheckoutSession>(sandbox.database, id, "checkout.session");
    if (session === undefined) return unknownPage(sandbox);
    if (session.status !== "open") return closedPage(sandbox, session);
    const sent = answers.get(answerKey(id, context.req.query("attempt") ?? ""));
    return formPage(sandbox, session, sent ?? emptyForm(sandbox, session));
  });
  routes.post("/checkout/:id", async (context) => {
    const encoded = await context.req.text();
    settleDue(sandbox);
    const sent = encoded.length > largestFormBytes ? "" : encoded;
    return atomically(sandbox.database, () => pay(sandbox, answers, context.req.param("id"), sent));
  });
  routes.onError((error) => {
    log("The payment page failed", error);
    const notice = {
      title: "Something went wrong",
      text: "Nothing was charged. Reload the page and try again.",
      back: null,
    };
    return page(sandbox, noticePage(sandbox.merchantName, notice), undefined, 500);
  });
  return routes;
}
