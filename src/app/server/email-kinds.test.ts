import { describe, expect, test } from "vitest";
import { languages, type Language } from "#platform/rules/language.ts";
import { renderEmail } from "#platform/server/adapters/mail/render-email.ts";
import { emailContent, parseEmail } from "#platform/server/emails/email.ts";
import { emailedParcel, emailsAboutGoods, type EmailExample } from "#test/emails-about-goods.ts";
import { emailKinds } from "./email-kinds.ts";

const sender = { brandName: "Sampan", siteUrl: "https://sampan.example", supportEmail: null };
const url = "https://sampan.example/auth/callback#access_token=abc&type=signup";

const startedPlan = {
  name: "plan-started",
  plan: "Super",
  rereportedAt: "2026-03-31T23:30:00Z",
  dashboardUrl: "https://sampan.example/dashboard",
} as const;

/** With their subject, and words in their text. */
const emails: readonly EmailExample[] = [
  [
    { name: "verify-email", url, worksForMinutes: 1440 },
    "Verify your email address",
    [url, "24 hours"],
  ],
  [
    { name: "account-exists", signInUrl: "https://sampan.example/login" },
    "You already have an account",
    ["https://sampan.example/login", "nothing was changed"],
  ],
  [
    { name: "sign-up-unfinished", signInUrl: "https://sampan.example/login" },
    "Finish signing up",
    ["https://sampan.example/login", "sign up again", "there is no account"],
  ],
  [{ name: "reset-password", url, worksForMinutes: 60 }, "Reset your password", [url, "1 hour."]],
  [
    { name: "password-changed", signInUrl: "https://sampan.example/login" },
    "Your password was changed",
    ["https://sampan.example/login", "All your devices were logged out", "If it was not you"],
  ],
  [
    {
      name: "two-factor-changed",
      isEnabled: true,
      settingsUrl: "https://sampan.example/dashboard/settings",
    },
    "Two-factor authentication is now on",
    ["https://sampan.example/dashboard/settings", "asks for a code", "If it was not you"],
  ],
  [{ name: "account-closed" }, "Your account is closed", ["kept without your name"]],
  [
    startedPlan,
    "Your Super plan is active",
    ["$199.00", "Packages per month: 10", "4 kg", "March 31, 2026", "add your first package"],
  ],
  [
    { ...startedPlan, addressUrl: "https://sampan.example/dashboard/address" },
    "Your Super plan is active",
    ["send to your address in Hong Kong", "https://sampan.example/dashboard/address"],
  ],
  [
    {
      name: "deposit-received",
      amountCents: 123_450,
      balanceCents: 200_000,
      walletUrl: "https://sampan.example/dashboard/wallet",
    },
    "$1,234.50 has been added to your wallet",
    ["New balance: $2,000.00", "https://sampan.example/dashboard/wallet"],
  ],
  [
    {
      name: "plan-renewed",
      plan: "Super",
      amountCents: 19_900,
      packageQuota: 10,
      rereportedAt: "2026-02-28T12:00:00Z",
      dashboardUrl: "https://sampan.example/dashboard",
    },
    "Your Super plan has been renewed",
    ["$199.00", "Packages this month: 10", "February 28, 2026"],
  ],
  [
    {
      name: "payment-failed",
      plan: "Basic",
      keepsPlan: true,
      settingsUrl: "https://sampan.example/dashboard/settings",
    },
    "The payment for your Basic plan failed",
    ["you keep your plan meanwhile", "https://sampan.example/dashboard/settings"],
  ],
  [
    {
      name: "plan-canceled",
      plan: "Basic",
      endsAt: "2026-05-31T12:00:00Z",
      settingsUrl: "https://sampan.example/dashboard/settings",
    },
    "Your Basic plan ends on May 31, 2026",
    ["You will not be charged again"],
  ],
  [
    {
      name: "plan-resumed",
      plan: "Basic",
      rereportedAt: "2026-05-31T12:00:00Z",
      settingsUrl: "https://sampan.example/dashboard/settings",
    },
    "You keep your Basic plan",
    ["May 31, 2026"],
  ],
  [
    {
      name: "plan-ended",
      plan: "Premium",
      isUnpaid: true,
      upgradeUrl: "https://sampan.example/dashboard/upgrade",
    },
    "Your Premium plan has ended",
    ["could not be made", "https://sampan.example/dashboard/upgrade"],
  ],
  [
    {
      name: "wallet-charged",
      amountCents: 2_510,
      heldCents: 3_000,
      reason: "Freight of leg 3",
      legNumber: 3,
      trackingNumber: "SF1234567890",
      packageUrl: "https://sampan.example/dashboard/packages?package=1",
      balanceCents: 7_490,
      walletUrl: "https://sampan.example/dashboard/wallet",
    },
    "$25.10 was charged to your wallet",
    ["Package: SF1234567890", "On hold before: $30.00", "the other $4.90", "packages?package=1"],
  ],
  [
    {
      name: "low-balance",
      balanceCents: 1_200,
      lastFreightCents: 2_510,
      walletUrl: "https://sampan.example/dashboard/wallet",
    },
    "Your wallet balance is low: $12.00",
    ["your last shipping fee of $25.10", "https://sampan.example/dashboard/wallet"],
  ],
  [
    {
      name: "deposit-refunded",
      amountCents: 1250,
      balanceCents: 0,
      walletUrl: "https://sampan.example/dashboard/wallet",
    },
    "$12.50 was refunded to your card",
    ["New balance: $0.00"],
  ],
  [
    {
      name: "deposit-disputed",
      amountCents: 1250,
      balanceCents: -250,
      isReleased: false,
      walletUrl: "https://sampan.example/dashboard/wallet",
    },
    "$12.50 of your wallet is disputed",
    ["New balance: -$2.50"],
  ],
  [
    { name: "email-confirmation", url, worksForMinutes: 1440 },
    "Confirm your new email address",
    [url, "24 hours"],
  ],
  [
    { name: "email-changed" },
    "The email address of your account was changed",
    ["contact us immediately"],
  ],
  [
    { name: "account-suspended", reason: "Stolen card <b>" },
    "Your account is suspended",
    ["Stolen card <b>"],
  ],
  [
    { name: "account-restored", signInUrl: "https://sampan.example/login" },
    "Your account is open again",
    ["https://sampan.example/login"],
  ],
  [
    { name: "role-granted", role: "packer", signInUrl: "https://sampan.example/admin-login" },
    "You have a new role",
    ["the role Packer", "https://sampan.example/admin-login"],
  ],
  [
    { name: "role-granted", role: "finance", signInUrl: "https://sampan.example/admin-login" },
    "You have a new role",
    ["the role Finance", "requires two-factor authentication"],
  ],
  [
    {
      name: "staff-invited",
      role: "finance",
      invitedBy: "黃詠詩",
      url: "https://sampan.example/invitation#token=abc",
      worksForDays: 7,
    },
    "You are invited to work with Sampan",
    ["黃詠詩 invites you", "the role Finance", "within 7 days", "two-factor authentication"],
  ],
  [
    {
      name: "plan-refunded",
      plan: "Super",
      amountCents: 19_900,
      settingsUrl: "https://sampan.example/dashboard/settings",
    },
    "$199.00 was refunded to your card",
    ["Plan: Super", "Refund: $199.00", "5 to 10 business days"],
  ],
  [
    { name: "role-ended", role: "support" },
    "A role of your account has ended",
    ["ended the role Support"],
  ],
  [
    {
      name: "payout-requested",
      amountCents: 1250,
      walletUrl: "https://sampan.example/dashboard/wallet",
    },
    "You requested a payout of $12.50",
    ["set aside", "withdraw", "change your password"],
  ],
  [
    {
      name: "payout-settled",
      amountCents: 1250,
      isPaid: true,
      reason: "",
      reference: "FT26112200042",
      walletUrl: "https://sampan.example/dashboard/wallet",
    },
    "Your payout of $12.50 is on its way",
    ["Reference: FT26112200042", "bank details you gave us are deleted"],
  ],
  [
    {
      name: "payout-settled",
      amountCents: 1250,
      isPaid: false,
      reason: "Account not found",
      walletUrl: "https://sampan.example/dashboard/wallet",
    },
    "Your payout of $12.50 was declined",
    ["Account not found", "back in your wallet"],
  ],
  [
    {
      name: "shipments-digest",
      added: 3,
      pending: 0,
      stalledLegs: 1,
      silentLegs: 2,
      adminUrl: "https://sampan.example/admin/dashboard/shipments",
    },
    "3 new packages",
    [
      "New packages: 3",
      "Legs stalled for more than 7 days: 1",
      "Legs without news for unusually long: 2",
      "at most once an hour",
    ],
  ],
  [
    {
      name: "payments-digest",
      deposits: { count: 2, amountCents: 12_550 },
      plans: { count: 0, amountCents: 0 },
      refunds: { count: 0, amountCents: 0 },
      disputes: { count: 0, amountCents: 0 },
      payouts: 1,
      shortfalls: 0,
      differences: 0,
      failedEvents: 0,
      adminUrl: "https://sampan.example/admin/dashboard",
    },
    "2 payments received",
    ["Deposits: 2, $125.50", "Payouts requested: 1"],
  ],
  ...emailsAboutGoods,
];
test.each(emails)(
  "the email $name has the right subject, text and links",
  async (email, subject, words) => {
    const rendered = await renderEmail(
      emailContent(emailKinds, parseEmail(emailKinds, email), "en"),
      sender,
    );
    expect(rendered.subject).toBe(subject);
    for (const text of words) expect(rendered.text).toContain(text);
    expect(rendered.html).toContain(subject);
  },
);

/** What Chinese emails write in Latin letters: names, figures, tracking and reference numbers, links, typed reasons. */
const latin =
  /https?:\/\/\S+|-?US\$[\d,.]+|\b(?:Sampan|Webhook|Basic|Super|Premium|cm|kg|SF1234567890|P-1024|Tea set|C00012|FT26112200042|Freight of leg 3|Account not found|Stolen card <b>)(?!\p{L})/gu;

function visibleText(html: string): string {
  return html
    .replaceAll(
      /<head>.*?<\/head>|<!--.*?-->|<span[^>]* aria-hidden="true">.<\/span>|<[^>]*>|&nbsp;/gs,
      " ",
    )
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
}

const chinese = languages.filter((language) => language !== "en");

describe.each(chinese)("in %s", (language) => {
  test.each(emails)("the email $name is in Chinese, links and figures apart", async (email) => {
    const parsed = parseEmail(emailKinds, email);
    const english = await renderEmail(emailContent(emailKinds, parsed, "en"), sender);
    const { subject, text, html } = await renderEmail(
      emailContent(emailKinds, parsed, language),
      sender,
    );
    expect(html).toContain(`<html lang="${language}"`);
    for (const part of [subject, text, visibleText(html)]) {
      expect(part).toMatch(/\p{Script=Han}/u);
      expect(part.replaceAll(latin, "").match(/\p{Script=Latin}+/gu)).toBeNull();
      expect(part).not.toMatch(/(?<!US)\$|[{}]/);
    }
    const linksOf = (plain: string) => plain.match(/https?:\/\/\S+/g);
    const prefix = language === "zh-Hans" ? "/zh-cn/" : "/zh-hk/";
    expect(linksOf(text)?.map((url) => url.replace(prefix, "/"))).toEqual(linksOf(english.text));
    expect(text.match(/\n/g)).toEqual(english.text.match(/\n/g));
  });
});

test("amounts, days, weights, durations and countries are written as in the language", async () => {
  const plan = await renderEmail(emailContent(emailKinds, startedPlan, "zh-Hant-HK"), sender);
  for (const fact of ["月費：US$199.00", "每件包裹重量上限：4 kg", "續期日期：2026年3月31日"]) {
    expect(plan.text).toContain(fact);
  }
  const reset = { name: "reset-password", url, worksForMinutes: 60 } as const;
  expect(emailContent(emailKinds, reset, "zh-Hant-HK").notes?.[0]).toContain("1 小時");
  expect(emailContent(emailKinds, reset, "zh-Hans").notes?.[0]).toContain("1小时");
  const moved = parseEmail(emailKinds, {
    name: "package-moved",
    status: "processing",
    packageName: "SF1234567890",
    trackingNumber: "SF1234567890",
    origin: "China",
    destination: "Hong Kong",
    leg: null,
    arrival: null,
    handOver: null,
    packagesUrl: url,
  });
  const places = (language: Language) =>
    emailContent(emailKinds, moved, language).facts?.map(({ value }) => value);
  expect(places("zh-Hans")).toEqual(["SF1234567890", "中国大陆 → 香港"]);
  expect(places("zh-Hant-HK")).toEqual(["SF1234567890", "中國內地 → 香港"]);
});

test.each([
  [{ parcels: [emailedParcel] }, "Your parcel SF1234567890 has arrived"],
  [
    { parcels: [{ ...emailedParcel, isUndeclared: true }] },
    "We found your code on parcel SF1234567890",
  ],
  [{ completePackages: ["YT88"] }, "All parcels of package YT88 are here"],
])("the subject of an email about %j", (fields, subject) => {
  const received = { name: "parcels-received", parcels: [], moreCount: 0, completePackages: [] };
  const email = parseEmail(emailKinds, { ...received, ...fields, parcelsUrl: url });
  expect(emailContent(emailKinds, email, "en").subject).toBe(subject);
});

test("every email is tested", () => {
  const names = Object.keys(emailKinds);
  const tested = new Set<string>(emails.map(([{ name }]) => name));
  expect([...tested].toSorted()).toEqual(names.toSorted());
});
