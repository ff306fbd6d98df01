// The service worker of one desk: keeps its document and its files, and nothing else, so that it opens without a network.
// The server writes the lists of files above this line, so each release has a worker of its own. Where the operator has
// switched the worker off there are no lists, and it removes itself and what it has kept.
const isOff = self.filesOfDesks === null;
const page = new URL(self.registration.scope).pathname;
const files = new Set(isOff ? [] : self.filesOfDesks[page]);
/** The documents and files vary by cookie and encoding, which do not matter here. */
const anyVariant = { ignoreVary: true };
const documentTimeoutMilliseconds = 4_000;

/** Of all files and the document of one release; named by their hash. */
const cacheName = (async () => {
  const list = new TextEncoder().encode([...files].join());
  const hash = await crypto.subtle.digest("SHA-256", list);
  const name = [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `desk ${page} ${name.join("")}`;
})();

const openCache = async () => await caches.open(await cacheName);

async function install() {
  if (isOff) return await self.skipWaiting();
  const cache = await openCache();
  // All or nothing: a release that could not be loaded whole does not replace the one before.
  await cache.addAll([page, ...files]);
  return await self.skipWaiting();
}

async function activate() {
  const current = await cacheName;
  const names = await caches.keys();
  const own = names.filter((name) => name.startsWith(`desk ${page} `));
  const older = own.filter((name) => isOff || name !== current);
  await Promise.all(older.map((name) => caches.delete(name)));
  if (isOff) await self.registration.unregister();
  else await self.clients.claim();
}

/** Keeps a newer document, such as in another language, if it needs no file of another release. */
async function keepDocument(response) {
  const isPage = response.ok && !response.redirected && new URL(response.url).pathname === page;
  if (!isPage) return;
  const cache = await openCache();
  const [, ...named] = (await response.clone().text()).split("/assets/");
  const needed = named.map((text) => `/assets/${/^[\w$./-]*/.exec(text)[0]}`);
  const found = await Promise.all(needed.map((address) => cache.match(address, anyVariant)));
  if (found.every((file) => file !== undefined)) await cache.put(page, response);
}

/** The page from the network, so that a new release shows at once; as kept where that fails or takes long. */
async function answerPage(event) {
  const kept = await (await openCache()).match(page, anyVariant);
  const fetched = fetch(event.request);
  event.waitUntil(
    fetched.then((response) => keepDocument(response.clone())).catch(() => undefined),
  );
  if (kept === undefined) return await fetched;
  const timeout = new Promise((resolve) => setTimeout(resolve, documentTimeoutMilliseconds, kept));
  const answered = fetched.then((response) => (response.status >= 500 ? kept : response));
  return await Promise.race([answered.catch(() => kept), timeout]);
}

async function answerFile(request) {
  const kept = await (await openCache()).match(request.url, anyVariant);
  return kept ?? (await fetch(request));
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (isOff || request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === page) event.respondWith(answerPage(event));
  } else if (files.has(pathname)) event.respondWith(answerFile(request));
});
