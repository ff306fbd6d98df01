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
 * Waits for the verification email and returns its link; `subject` null: the newest email, in whatever language. After a
 * kill, an email that was being sent is retried once its job's heartbeat has expired.
 */
export async function linkInVerificationEmail(
  request: APIRequestContext,
  address: string,
  email: string,
  subject: string | null = "Verify your email address",
): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const emails = await emailsTo(request, address, email);
    const message = emails.find((one) => subject === null || one.subject === subject);
    link = message && /https?:\S+\/auth\/callback#\S+/.exec(message.text)?.[0];
    expect(link, "a link to confirm the address").toBeDefined();
  }).toPass({ timeout: 60_000, intervals: [100] });
  return link ?? "";
}
