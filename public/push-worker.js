// The service worker of push notifications: shows them and opens their pages. It answers no request and keeps nothing.
/** One that is shown already, since its server died while it sent it, is not heard again. */
async function show({ id, title, body, path, tag, isHeardAgain, language }) {
  const [shown] = await self.registration.getNotifications({ tag });
  await self.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    icon: "/icon-512.png",
    renotify: isHeardAgain && shown?.data?.id !== id,
    data: { id, path },
  });
}

const withJson = (input) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(input),
});

/** Whoever opens a notification has read it; that of somebody else stays as it is. */
async function markRead(id) {
  if (id === "test") return;
  await fetch("/api/notifications/read", { method: "POST", ...withJson({ notificationId: id }) });
}

async function openPage(path) {
  const { href } = new URL(path, self.location.origin);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => url === href);
  await (open === undefined ? self.clients.openWindow(href) : open.focus());
}

/** The push service has replaced the browser's subscription. */
async function subscribeAgain({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription =
    newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  await fetch("/api/push-devices", { method: "PUT", ...withJson({ endpoint, keys, timeZone }) });
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { id, path } = event.notification.data;
  event.waitUntil(Promise.allSettled([openPage(path), markRead(id)]));
});
