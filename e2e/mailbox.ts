/** Reads the letters that the sandbox has kept instead of sending them. */
import { expect, type APIRequestContext } from "@playwright/test";

type Email = { to: string; subject: string; text: string };

/** Letters to one address, newest first. */
export async function emailsTo(
  request: APIRequestContext,
  address: string,
  email: string,
): Promise<Email[]> {
  const response = await request.get(`${address}/sandbox/mail.json`, { params: { to: email } });
  return (await response.json()) as Email[];
}

/**
 * Waits for the letter that confirms an address, and returns the link in it. After a kill a letter that was
 * being sent is taken up again once its sender counts as lost.
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
