import type { PushContent } from "#notices/server/notifications/send-push.ts";
import type { TestApp } from "./test-app.ts";
import type { TestPerson } from "./users.ts";

/** The push sandbox of a test application. */
export function pushSandboxOf(app: TestApp) {
  const { pushSandbox } = app.sandboxes;
  if (pushSandbox === null) throw new Error("The push sandbox does not run.");
  return pushSandbox;
}

/** Turns push notifications on in the browser of `person`, in a time zone where it is day at `14:00Z`. */
export async function aDevice(app: TestApp, person: TestPerson, timeZone = "UTC") {
  const sandbox = pushSandboxOf(app);
  const subscription = sandbox.subscribe(app.config.vapid.publicKey);
  const { endpoint } = subscription;
  const { deviceId } = await person.api.notifications.subscribePush({ ...subscription, timeZone });
  return {
    deviceId,
    subscription,
    endpoint,
    /** What it was sent, the oldest first. */
    received: () =>
      sandbox
        .messages(endpoint)
        .toReversed()
        .map(({ text }) => JSON.parse(text) as PushContent),
    /** How often something arrived, repeats included. */
    arrivals: () => sandbox.messages(endpoint).reduce((sum, { arrivals }) => sum + arrivals, 0),
  };
}
