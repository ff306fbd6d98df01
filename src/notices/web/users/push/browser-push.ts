// The browser's side of push notifications: what it supports and allows, and its subscription at its push service.

const workerPath = "/push-worker.js";
/** Below it is no page, so the worker stands beside no other one and answers no request. */
const workerScope = "/push/";

/** `homeScreen`: an iPhone or iPad that supports them only for sites on the Home Screen. */
export type PushState = "unsupported" | "homeScreen" | "blocked" | "allowed" | "notAsked";

/** Of iPadOS too, which calls itself a Mac. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

export function readPushState(): PushState {
  const hasPush = "serviceWorker" in navigator && "PushManager" in window;
  if (!hasPush || !("Notification" in window)) {
    const isOnHomeScreen = window.matchMedia("(display-mode: standalone)").matches;
    return isAppleMobile() && !isOnHomeScreen ? "homeScreen" : "unsupported";
  }
  const states = { default: "notAsked", denied: "blocked", granted: "allowed" } as const;
  return states[Notification.permission];
}

export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(workerScope);
  if (registration === undefined || !registration.scope.endsWith(workerScope)) return undefined;
  return (await registration.pushManager.getSubscription()) ?? undefined;
}

function base64Url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Whether a subscription was made with this key of the server. */
function isOfKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  return key !== null && base64Url(key) === publicKey;
}

export type BrowserSubscription = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

function subscriptionOf(subscription: PushSubscription): BrowserSubscription {
  const { endpoint } = subscription;
  const [p256dh, auth] = (["p256dh", "auth"] as const).map((name) => subscription.getKey(name));
  if (!p256dh || !auth) throw new Error("The browser's subscription has no keys.");
  return { endpoint, keys: { p256dh: base64Url(p256dh), auth: base64Url(auth) } };
}

/** Whether the browser is subscribed at its push service. */
export async function isBrowserSubscribed(): Promise<boolean> {
  return (await findSubscription()) !== undefined;
}

/** Subscribes the browser, which has allowed notifications, or returns the subscription that it has. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  const known = await findSubscription();
  if (known !== undefined && isOfKey(known, publicKey)) return subscriptionOf(known);
  await known?.unsubscribe();
  const registration = await navigator.serviceWorker.register(workerPath, { scope: workerScope });
  await activated(registration);
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  return subscriptionOf(await registration.pushManager.subscribe(options));
}

/** A browser subscribes only with a worker that is active. */
async function activated({ active, waiting, installing }: ServiceWorkerRegistration) {
  const worker = installing ?? waiting;
  if (active !== null || worker === null) return;
  await new Promise<void>((resolve) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated" || worker.state === "redundant") resolve();
    });
  });
}

/** Ends the browser's subscription, and removes its worker. */
export async function endBrowserPush(): Promise<void> {
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
  const registration = await navigator.serviceWorker?.getRegistration(workerScope);
  if (registration?.scope.endsWith(workerScope) === true) await registration.unregister();
}
