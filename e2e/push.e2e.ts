// Push notifications in a real browser: its worker shows what the server sent, keeps nothing, and goes with the session.
import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { confirmAddress, register, type TestCustomer } from "./signing-in.ts";
import { startServer, type Server } from "./server.ts";

const person: TestCustomer = {
  fullName: "Mei Chan",
  email: "mei@example.com",
  password: "a calm harbour at dusk",
};

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

let server: Server;

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  await server?.remove();
});

/** The push service of a browser under test cannot be reached, so its page gets a device of the sandbox instead. */
async function subscribeAtSandbox(context: BrowserContext): Promise<Subscription> {
  const { publicKey } = (await (
    await context.request.get(`${server.address}/api/push-devices`)
  ).json()) as { publicKey: string };
  const response = await context.request.post(`${server.address}/sandbox/push/devices`, {
    headers: { origin: server.address },
    data: { applicationServerKey: publicKey },
  });
  const subscription = (await response.json()) as Subscription;
  await context.addInitScript(
    ({ endpoint, keys, key }) => {
      const bytes = (text: string) => {
        const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
        return Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer;
      };
      const own = {
        endpoint,
        options: { applicationServerKey: bytes(key) },
        getKey: (name: "p256dh" | "auth") => bytes(keys[name]),
        unsubscribe: async () => localStorage.removeItem("subscribed") === undefined,
      };
      const find = async () => (localStorage.getItem("subscribed") === null ? null : own);
      const subscribe = async () => {
        localStorage.setItem("subscribed", "yes");
        return own;
      };
      Object.assign(PushManager.prototype, { getSubscription: find, subscribe });
    },
    { ...subscription, key: publicKey },
  );
  return subscription;
}

async function messagesTo(context: BrowserContext, { endpoint }: Subscription) {
  const address = `${server.address}/sandbox/push.json?endpoint=${encodeURIComponent(endpoint)}`;
  return (await (await context.request.get(address)).json()) as { text: string }[];
}

/** Hands a message to the worker, as the push service does. */
async function deliver(page: Page, data: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.endsWith("/push/"));
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await client.send("ServiceWorker.enable");
  const registrationId = await registered;
  const origin = server.address;
  await client.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/push/");
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }));
  });

test("a device is turned on, shows what it is sent, and is turned off by logging out", async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ["notifications"] });
  const page = await context.newPage();
  await page.goto(`${server.address}/register`);
  await register(page, person);
  await confirmAddress(page, server.address, person.email);
  const device = await subscribeAtSandbox(context);
  await page.goto(`${server.address}/dashboard/settings?tab=notifications`);
  const isOn = page.getByRole("switch", { name: "Notifications on this device" });
  await expect(isOn).not.toBeChecked();
  await isOn.click({ force: true });
  await expect(isOn).toBeChecked();
  await page.getByRole("button", { name: "Send Test Notification" }).click();
  await expect(async () => expect(await messagesTo(context, device)).toHaveLength(1)).toPass();
  const [message] = await messagesTo(context, device);
  await deliver(page, message?.text ?? "");
  const path = "/dashboard/settings?tab=notifications";
  await expect(async () =>
    expect(await shownNotifications(page)).toEqual([
      {
        title: "Sampan",
        body: "Notifications work on this device",
        tag: "test",
        data: { id: "test", path },
      },
    ]),
  ).toPass();
  const kept = await page.evaluate(async () => await caches.keys());
  expect(kept).toEqual([]);
  // Its scope has no page, so no request of one goes through it.
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();

  await page.reload();
  await expect(isOn).toBeChecked();
  await page.getByRole("button", { name: "Log out" }).first().click();
  await page.waitForURL(`${server.address}/`);
  await expect(async () => {
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    );
    expect(scopes).toEqual([]);
  }).toPass();
  await context.close();
});
