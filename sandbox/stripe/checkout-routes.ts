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
import { atomically, findObject } from "./resource-store.ts";
import type { World } from "./world.ts";

const largestFormBytes = 16 * 1024;
const mostAnswers = 200;

/** What was wrong with forms that were sent, kept until their pages are shown: a reload then sends no card again. */
type Answers = Map<string, FormState>;

function answerKey(id: string, attempt: string): string {
  return `${id} ${attempt}`;
}

function keepAnswer(answers: Answers, key: string, state: FormState): void {
  answers.delete(key);
  answers.set(key, state);
  const [oldest] = answers.keys();
  if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
}

/** Sends the browser on after a form; an address without a host leads back to the page itself. */
function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

function page(
  world: World,
  markup: unknown,
  session: CheckoutSession | undefined,
  status = 200,
): Response {
  // Browsers hold redirects after a form to form-action too, so the way back to the merchant is listed.
  return htmlResponse(markup, {
    styleSource: checkoutStyleSource,
    formTargets: [world.publicUrl, ...(session === undefined ? [] : [session.success_url])],
    status,
  });
}

function successUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** The page of a session that cannot be paid (any more). */
function closedPage(world: World, session: CheckoutSession): Response {
  const name = world.merchantName;
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
  return page(world, noticePage(name, notice), session);
}

function unknownPage(world: World): Response {
  const notice = {
    title: "There is nothing to pay here",
    text: "This address belongs to no payment. Go back to where you came from and start again.",
    back: null,
  };
  return page(world, noticePage(world.merchantName, notice), undefined, 404);
}

function knownEmail(world: World, session: CheckoutSession): string | null {
  if (session.customer_email !== null) return session.customer_email;
  if (session.customer === null) return null;
  return findObject<Customer>(world.database, session.customer, "customer")?.email ?? null;
}

function formPage(world: World, session: CheckoutSession, state: FormState): Response {
  const { lineItems } = planOfSession(world, session.id);
  const fixed = knownEmail(world, session) !== null;
  return page(world, paymentPage(session, lineItems, world.merchantName, state, fixed), session);
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

/** What is wrong with the form, by field. */
function errorsOf(state: FormState, read: ReturnType<typeof readCard>): FormState["errors"] {
  const errors: FormState["errors"] = "errors" in read ? { ...read.errors } : {};
  if (state.typed.email === "") errors.email = "Enter your email address.";
  else if (!isEmail(state.typed.email)) errors.email = "Enter an address such as name@example.com.";
  if (state.typed.name === "") errors.name = "Enter the name on your card.";
  return errors;
}

/** Checks and charges what was sent; runs in one transaction, so that a session is paid once however often it is sent. */
function pay(world: World, answers: Answers, id: string, encoded: string): Response {
  const session = findObject<CheckoutSession>(world.database, id, "checkout.session");
  if (session === undefined) return unknownPage(world);
  const state = readForm(encoded, knownEmail(world, session));
  if (session.status !== "open") {
    const sameForm = planOfSession(world, id).paidByAttempt === state.attempt;
    return redirect(sameForm ? successUrl(session) : id);
  }
  const showAgain = (changes: Partial<FormState>) => {
    const typed = { ...state.typed, cvc: "" };
    keepAnswer(answers, answerKey(id, state.attempt), { ...state, typed, ...changes });
    return redirect(`${id}?attempt=${encodeURIComponent(state.attempt)}`);
  };
  const read = readCard(state.typed, world.now());
  const errors = errorsOf(state, read);
  if ("errors" in read || Object.keys(errors).length > 0) return showAgain({ errors });
  const { email, name } = state.typed;
  const result = payCheckout(world, session, {
    card: read.card,
    payer: { email, name },
    attempt: state.attempt,
  });
  const { declineMessage } = result;
  return declineMessage === null
    ? redirect(successUrl(result.session))
    : showAgain({ declineMessage });
}

function emptyForm(world: World, session: CheckoutSession): FormState {
  const empty = { email: knownEmail(world, session) ?? "", number: "", expiry: "", cvc: "" };
  return {
    typed: { ...empty, name: "" },
    errors: {},
    declineMessage: null,
    attempt: makeIdentifier("attempt"),
  };
}

/** Builds the pages under `/checkout/{session}`. */
export function createCheckoutRoutes(
  world: World,
  log: (message: string, error: unknown) => void,
): Hono {
  const routes = new Hono();
  const answers: Answers = new Map();
  routes.get("/checkout/:id", (context) => {
    settleDue(world);
    const id = context.req.param("id");
    const session = findObject<CheckoutSession>(world.database, id, "checkout.session");
    if (session === undefined) return unknownPage(world);
    if (session.status !== "open") return closedPage(world, session);
    const sent = answers.get(answerKey(id, context.req.query("attempt") ?? ""));
    return formPage(world, session, sent ?? emptyForm(world, session));
  });
  routes.post("/checkout/:id", async (context) => {
    const encoded = await context.req.text();
    settleDue(world);
    const sent = encoded.length > largestFormBytes ? "" : encoded;
    return atomically(world.database, () => pay(world, answers, context.req.param("id"), sent));
  });
  routes.onError((error) => {
    log("The payment page failed", error);
    const notice = {
      title: "Something went wrong",
      text: "Nothing was charged. Reload the page and try again.",
      back: null,
    };
    return page(world, noticePage(world.merchantName, notice), undefined, 500);
  });
  return routes;
}
