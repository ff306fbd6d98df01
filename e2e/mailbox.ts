import { expect, type APIRequestContext } from "@playwright/test";

type Email = { to: string; subject: string; text: string };

/** Emails to one address, newest first. */
export async function emailsTo(
  request: APIRequestContext,
  address: string,
  email: string,
): Promise<Email[]> {
  const response = await request.get(`${address}/sandbox/mail.json`, { params: { to: email } });
  return (await response.json()) as Email[];
}

/**
 * Waits for the verification email and returns its link. After a kill, an email that was being sent is retried once its job's
 * heartbeat has expired.
 */
export async function linkInVerificationEmail(
  request: APIRequestContext,
  address: string,
  email: string,
): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const emails = await emailsTo(request, address, email);
    const message = emails.find(({ subject }) => subject === "Verify your email address");
    link = message && /https?:\S+\/auth\/callback#\S+/.exec(message.text)?.[0];
    expect(link, "a link to confirm the address").toBeDefined();
  }).toPass({ timeout: 60_000, intervals: [100] });
  return link ?? "";
}
