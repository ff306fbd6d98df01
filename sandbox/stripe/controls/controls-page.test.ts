/** The buttons of the controls page refund, dispute and renew. */
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import {
  control,
  idOf,
  monthlyPrice,
  openSandbox,
  payOnce,
  publicUrl,
  sendForm,
  subscribe,
} from "#sandbox/stripe/sandbox-harness.ts";

type Open = ReturnType<typeof openSandbox>;
const pageUrl = `${publicUrl}/controls`;

async function visit({ sandbox }: Open): Promise<string> {
  return await (await sandbox.fetch(new Request(pageUrl))).text();
}

/** Presses a button: sends its form, with what it holds, as a browser does from the page itself. */
async function press(
  open: Open,
  label: string,
  typed: Record<string, string> = {},
  origin = new URL(publicUrl).origin,
): Promise<Response> {
  const page = await visit(open);
  const forms = [...page.matchAll(/<form[^]*?<\/form>/g)].map(([form]) => form);
  const form = forms.find((one) => one.includes(`>${label}</button>`));
  if (form === undefined) throw new Error(`There is no button ${label}.`);
  const fields = [...form.matchAll(/<input[^]*?>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)?.[1] ?? "",
    /value="([^"]*)"/.exec(input)?.[1] ?? "",
  ]);
  return await open.sandbox.fetch(
    new Request(pageUrl, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ ...Object.fromEntries(fields), ...typed }),
    }),
  );
}

test.runIf(isLongRun)(
  "the page of an empty sandbox says so, and allows no scripts and only its own style",
  async () => {
    await using open = openSandbox();
    const response = await open.sandbox.fetch(new Request(pageUrl));
    const page = await response.text();
    expect(page).toContain("Nobody has paid yet.");
    expect(page).toContain("Nobody has subscribed yet.");
    expect(page).toContain("Test mode: no real money moves");
    expect(page).not.toContain("<script");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    expect(policy).toContain(`'sha256-${Buffer.from(digest).toString("base64")}'`);
  },
);

test.runIf(isLongRun)("a payment is refunded in part, then whole", async () => {
  await using open = openSandbox();
  const { charge } = await payOnce(open, 5000);
  const pressed = await press(open, "Refund", { dollars: "12.5" });
  expect(pressed.status).toBe(303);
  expect(pressed.headers.get("location")).toBe(pageUrl);
  const page = await visit(open);
  expect(page).toContain("Partly refunded");
  expect(page).toContain("$12.50 refunded");
  await press(open, "Refund");
  expect((await open.stripe.charges.retrieve(charge.id)).amount_refunded).toBe(5000);
  expect(await visit(open)).not.toContain(">Refund</button>");
});

test.runIf(isLongRun)("an error is shown on the page, which stays usable", async () => {
  await using open = openSandbox();
  await payOnce(open, 5000);
  const tooMuch = await press(open, "Refund", { dollars: "50.01" });
  expect(tooMuch.status).toBe(400);
  const page = await tooMuch.text();
  expect(page).toContain("is greater than unrefunded amount");
  expect(page).toContain(">Refund</button>");
  expect(await (await press(open, "Refund", { dollars: "ten" })).text()).toContain(
    "Enter an amount such as 12.50.",
  );
  const unknown = await press(open, "Refund", { control: "/v1/products" });
  expect(await unknown.text()).toContain("no such button");
  expect((await open.stripe.refunds.list()).data).toHaveLength(0);
});

test.runIf(isLongRun)("a form from another origin is rejected", async () => {
  await using open = openSandbox();
  await payOnce(open);
  expect((await press(open, "Refund", {}, "http://evil.test")).status).toBe(403);
  expect((await sendForm(open.sandbox.fetch, pageUrl, { control: "/v1/refunds" })).status).toBe(
    403,
  );
  expect((await open.stripe.refunds.list()).data).toHaveLength(0);
});

test.runIf(isLongRun)("a dispute is opened, and won", async () => {
  await using open = openSandbox();
  await payOnce(open);
  await press(open, "Open dispute");
  expect(await visit(open)).toContain("Disputed");
  await press(open, "Merchant wins");
  expect((await open.stripe.disputes.list()).data).toMatchObject([{ status: "won" }]);
});

test.runIf(isLongRun)("a delayed decision of the bank can be set", async () => {
  await using open = openSandbox();
  const { session } = await payOnce(open, 5000, "4000000000005100");
  expect(await visit(open)).toContain("Waits for the bank");
  await press(open, "Bank pays");
  expect((await open.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
});

test.runIf(isLongRun)("a renewal fails, another card pays it, and the clock goes on", async () => {
  await using open = openSandbox({ now: () => new Date("2027-04-01T00:00:00Z") });
  const { subscription } = await subscribe(open, (await monthlyPrice(open.stripe, 12_900)).id);
  expect(await visit(open)).toContain("Renews 1 May 2027");
  await press(open, "Fail next renewal");
  await press(open, "Advance to renewal");
  const page = await visit(open);
  expect(page).toContain("Past due");
  expect(page).toContain("30 days ahead of the wall");
  await press(open, "Replace card");
  await press(open, "Thirty days on");
  const renewed = await open.stripe.subscriptions.retrieve(subscription.id);
  expect(renewed.status).toBe("active");
  expect((await open.stripe.invoices.retrieve(idOf(renewed.latest_invoice))).status).toBe("paid");
});

test.runIf(isLongRun)("webhooks are held back and sent", async () => {
  await using open = openSandbox();
  await press(open, "Hold back");
  await open.stripe.customers.create({});
  expect(await visit(open)).toContain("1 waiting, held back");
  await press(open, "Send all that wait");
  expect(await control(open, "webhooks")).toMatchObject({ isHeld: false });
});
