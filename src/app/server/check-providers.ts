import { messageOf } from "#platform/rules/error-message.ts";
import { createCentralBankRates } from "#catalogue/server/adapters/exchange-rates/central-bank-rates.ts";
import { openS3Files } from "#platform/server/adapters/files/files.ts";
import { checkSmtp } from "#platform/server/adapters/mail/smtp-mail.ts";
import { checkAccess, type StripeAccess } from "#money/server/adapters/payment/stripe-client.ts";
import type { SeventeenTrackAccess } from "#tracking/server/adapters/tracking/seventeen-track-request.ts";
import { createSeventeenTrack } from "#tracking/server/adapters/tracking/seventeen-track.ts";
import type { S3Settings } from "#platform/server/config.ts";

/** The providers as they are configured; null where the sandbox or the server's own disk is used. */
export type ProvidersToCheck = {
  readonly tracking: SeventeenTrackAccess | null;
  readonly payment: StripeAccess | null;
  readonly files: S3Settings | null;
  readonly smtpUrl: string | null;
  readonly exchangeRatesUrl: string | null;
};

/** `answer`: what the provider told, or what is wrong, in one line without secrets. */
export type ProviderCheck = {
  readonly provider: string;
  readonly outcome: "passed" | "failed" | "not_configured";
  readonly answer: string;
};

async function check<Access>(
  provider: string,
  access: Access | null,
  setting: string,
  read: (access: Access) => Promise<string>,
): Promise<ProviderCheck> {
  if (access === null) {
    return { provider, outcome: "not_configured", answer: `${setting} is not set` };
  }
  try {
    return { provider, outcome: "passed", answer: await read(access) };
  } catch (error) {
    const [answer = ""] = causesOf(error).map(messageOf).join(": ").split("\n");
    return { provider, outcome: "failed", answer };
  }
}

/** An error with what caused it, the outermost first: libraries say in the innermost what was refused. */
function causesOf(error: unknown): unknown[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? [error] : [error, ...causesOf(cause)];
}

async function readPayment(access: StripeAccess): Promise<string> {
  const outcome = await checkAccess(access);
  if (outcome === "accepted") return "lists checkout sessions";
  throw new Error(
    outcome === "rejected"
      ? "The key is unknown, or lacks a permission."
      : "It cannot be reached, or answers something else than a list of checkout sessions.",
  );
}

/** Asks each configured provider for what costs nothing, and compares the answers' shape; no email is sent. */
export async function checkProviders(providers: ProvidersToCheck): Promise<ProviderCheck[]> {
  const { tracking, payment, files, smtpUrl, exchangeRatesUrl } = providers;
  return await Promise.all([
    check("17TRACK", tracking, "TRACKING_API_KEY", async (access) => {
      const { total, used } = await createSeventeenTrack(access).readQuota();
      return `${used} of ${total} registrations are used`;
    }),
    check("Stripe", payment, "STRIPE_SECRET_KEY", readPayment),
    check("S3", files, "S3_BUCKET", async (settings) => {
      await (await openS3Files(settings)).check();
      return `the bucket ${settings.bucket} stores files`;
    }),
    check("SMTP", smtpUrl, "SMTP_URL", async (url) => {
      await checkSmtp(url);
      return "accepts the sign-in";
    }),
    check("Exchange rates", exchangeRatesUrl, "EXCHANGE_RATES_URL", async (url) => {
      const { day, rates } = await createCentralBankRates({ url, source: "" }).readDay();
      return `${Object.keys(rates).length} rates of ${day}`;
    }),
  ]);
}
