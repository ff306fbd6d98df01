import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { PushDevice } from "#notices/contract/push-devices.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import { forgetPushAccount, isPushAccount } from "#notices/web/push-account.ts";
import { PushSection } from "./push-section.tsx";
import { renewPush } from "./renew-push.ts";

const publicKey =
  "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

/** The browser's push service: what it would have stored. */
const service = { isSubscribed: false, unsubscribed: 0, registered: [] as string[] };

const bytesOf = (length: number) => new Uint8Array(length).fill(7).buffer;
const keyBytes = () => {
  const text = atob(publicKey.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;
};

const subscription = {
  endpoint: "https://push.example/1",
  options: { applicationServerKey: keyBytes() },
  getKey: (name: string) => bytesOf(name === "auth" ? 16 : 65),
  unsubscribe: async () => {
    service.isSubscribed = false;
    service.unsubscribed += 1;
    return true;
  },
} as unknown as PushSubscription;

const registration = {
  scope: "http://localhost/push/",
  active: {},
  pushManager: {
    getSubscription: async () => (service.isSubscribed ? subscription : null),
    subscribe: async () => {
      service.isSubscribed = true;
      return subscription;
    },
  },
  unregister: async () => true,
} as unknown as ServiceWorkerRegistration;

/** A browser that answers the question for permission with `answer`. */
function fakeBrowser(before: NotificationPermission, answer: NotificationPermission = before) {
  let permission = before;
  vi.spyOn(Notification, "permission", "get").mockImplementation(() => permission);
  vi.spyOn(Notification, "requestPermission").mockImplementation(async () => {
    permission = answer;
    return answer;
  });
  const container = navigator.serviceWorker;
  vi.spyOn(container, "getRegistration").mockImplementation(async () => registration);
  vi.spyOn(container, "register").mockImplementation(async (path, options) => {
    service.registered.push(`${String(path)} ${options?.scope}`);
    return registration;
  });
}

const phone: PushDevice = {
  id: "6f1c2a4e-8d3b-4f57-9a0e-2b7c5d9e1f34",
  device: "iPhone",
  browser: "Safari 17",
  isCurrent: false,
  timeZone: "Asia/Hong_Kong",
  showsDetails: false,
  createdAt: "2026-04-20T08:00:00.000Z",
  lastSentAt: null,
};
const here: PushDevice = {
  ...phone,
  id: phone.id.replace("6", "7"),
  device: "Mac",
  isCurrent: true,
};

/** Shows the section; the fake server stores the devices. */
async function showSection(
  stored: PushDevice[],
  answers: NonNullable<FakeAnswers["notifications"]> = {},
) {
  let items = stored;
  const subscribed: object[] = [];
  const { screen } = await showScreen({
    element: <PushSection />,
    path: "/dashboard/settings",
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      notifications: {
        listPushDevices: async () => ({ publicKey, items }),
        subscribePush: async (input) => {
          subscribed.push(input);
          items = [here, ...items];
          return { deviceId: here.id };
        },
        unsubscribePush: async ({ deviceId }) => {
          items = items.filter(({ id }) => id !== deviceId);
          return {};
        },
        setPushDetails: async ({ deviceId, showsDetails }) => {
          items = items.map((one) => (one.id === deviceId ? { ...one, showsDetails } : one));
          return {};
        },
        sendTestPush: async () => ({}),
        ...answers,
      },
    },
  });
  return { screen, subscribed };
}

beforeEach(() => {
  Object.assign(service, { isSubscribed: false, unsubscribed: 0, registered: [] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("a browser that supports notifications", () => {
  test("is asked, turned on, set to show details, tested, and turned off", async () => {
    fakeBrowser("default", "granted");
    const { screen, subscribed } = await showSection([]);
    const isOn = screen.getByRole("switch", { name: "Notifications on this device" });
    await expect.element(isOn).not.toBeChecked();
    await expect.element(isOn).toHaveAccessibleDescription(/from 22:00 to 08:00/);
    await isOn.click();
    await expect.element(isOn).toBeChecked();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(subscribed).toEqual([
      {
        endpoint: subscription.endpoint,
        keys: {
          p256dh: expect.stringMatching(/^[\w-]{87}$/),
          auth: expect.stringMatching(/^[\w-]{22}$/),
        },
        timeZone,
      },
    ]);
    expect(service.registered).toEqual(["/push-worker.js /push/"]);
    expect(isPushAccount(mei.id)).toBe(true);
    const details = screen.getByRole("switch", { name: "Show details in notifications" });
    await expect.element(details).not.toBeChecked();
    await details.click();
    await expect.element(details).toBeChecked();
    await screen.getByRole("button", { name: "Send Test Notification" }).click();
    await expect.element(page.getByText("Test notification sent")).toBeVisible();
    await expectAccessible();
    await isOn.click();
    await expect.element(isOn).not.toBeChecked();
    await expect.element(details).not.toBeInTheDocument();
    expect(service.isSubscribed).toBe(false);
    expect(isPushAccount(mei.id)).toBe(false);
  });

  test("stays off when its owner blocks them, and says how to allow them", async () => {
    fakeBrowser("default", "denied");
    const { screen, subscribed } = await showSection([]);
    await screen.getByRole("switch", { name: "Notifications on this device" }).click();
    await expect
      .element(screen.getByText("Notifications are blocked in this browser"))
      .toBeVisible();
    await expect.element(screen.getByText(/Allow notifications for this site/)).toBeVisible();
    expect(subscribed).toEqual([]);
    await expectAccessible();
  });

  test("stays off when the server refuses it, and says why", async () => {
    fakeBrowser("granted");
    const { screen } = await showSection([], {
      subscribePush: async () => await Promise.reject(rejected("too_many_push_devices")),
    });
    const isOn = screen.getByRole("switch", { name: "Notifications on this device" });
    await isOn.click();
    await expect.element(page.getByText(/on for 20 other devices already/)).toBeVisible();
    await expect.element(isOn).not.toBeChecked();
  });

  test("is off where its subscription is gone, and turns off other devices", async () => {
    fakeBrowser("granted");
    const { screen } = await showSection([here, phone]);
    await expect
      .element(screen.getByRole("switch", { name: "Notifications on this device" }))
      .not.toBeChecked();
    await expect.element(screen.getByText("Safari 17 on iPhone")).toBeVisible();
    await screen
      .getByRole("button", { name: "Turn off notifications on Safari 17 on iPhone" })
      .click();
    await expect.element(screen.getByText("Safari 17 on iPhone")).not.toBeInTheDocument();
    expect(service.unsubscribed).toBe(0);
  });

  test("says when its devices cannot be loaded", async () => {
    fakeBrowser("granted");
    const { screen } = await showSection([], {
      listPushDevices: async () => await Promise.reject(rejected("forbidden")),
    });
    await expect
      .element(screen.getByText("The devices with notifications could not be loaded"))
      .toBeVisible();
  });
});

describe("a browser without push notifications", () => {
  test.each([
    [
      "an iPhone",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)",
      /from iOS 16\.4.*Home Screen/,
    ],
    ["another one", "Mozilla/5.0 (X11; Linux x86_64)", /cannot show notifications/],
  ])("that is %s says what it needs", async (_, userAgent, words) => {
    fakeBrowser("default");
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
    const manager = Object.getOwnPropertyDescriptor(window, "PushManager");
    Reflect.deleteProperty(window, "PushManager");
    try {
      const { screen } = await showSection([]);
      await expect.element(screen.getByText(words)).toBeVisible();
      await expect.element(screen.getByRole("switch")).not.toBeInTheDocument();
      await expectAccessible();
    } finally {
      if (manager) Object.defineProperty(window, "PushManager", manager);
    }
  });
});

describe("a later visit", () => {
  const clientOf = (items: PushDevice[], renewed: object[]) =>
    ({
      notifications: {
        listPushDevices: async () => ({ publicKey, items }),
        subscribePush: async (input: object) => void renewed.push(input),
      },
    }) as unknown as Parameters<typeof renewPush>[0];

  test("tells the server the time zone and endpoint of a browser that is on", async () => {
    fakeBrowser("granted");
    service.isSubscribed = true;
    const renewed: object[] = [];
    await renewPush(clientOf([here], renewed));
    expect(renewed).toMatchObject([{ endpoint: subscription.endpoint }]);
  });

  test("ends the browser's subscription where the device was turned off elsewhere", async () => {
    fakeBrowser("granted");
    service.isSubscribed = true;
    localStorage.setItem("sampan-push-account", mei.id);
    const renewed: object[] = [];
    await renewPush(clientOf([phone], renewed));
    expect(renewed).toEqual([]);
    await expect.poll(() => service.isSubscribed).toBe(false);
    forgetPushAccount();
  });
});
