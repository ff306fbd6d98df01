/**
 * The one script inside every document, run before anything is drawn: it applies the chosen colour
 * scheme, mends the address, notes a missing reset link, keeps forms back until the application runs, folds the menu
 * of a phone, and serves the few controls of public pages, which load no application.
 */
import { toasts } from "#contract/messages.ts";
import { sessionChanged, sessionChannelName } from "#web/session-channel.ts";
import { colorSchemeKey } from "#web/ui/color-scheme.ts";

// Each function below is written into the document as text, so it may use nothing but its arguments.

function applyColorScheme(key: string): void {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let stored: string | null = null;
    try {
      stored = localStorage.getItem(key);
    } catch {
      // Storage may be forbidden; the system's scheme is then followed.
    }
    const isDark = stored === "dark" || (stored !== "light" && system.matches);
    root.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
  };
  apply();
  // Where the application runs, it follows by itself.
  const follow = () => {
    if (root.hasAttribute("data-static")) apply();
  };
  system.addEventListener("change", follow);
  // Another tab has chosen; or this page is shown again as it was left.
  addEventListener("storage", follow);
  addEventListener("pageshow", follow);
}

/** Until the application has taken over a page drawn ahead of time, what is sent off waits for it. */
function holdForms(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute("data-waits")) return;
    event.preventDefault();
    form.setAttribute("data-sent", "");
  });
}

/** Section 2: an old link may carry a platform's token, or ampersands written as `~and~`. */
function mendAddress(): void {
  if (location.pathname === "/auth/callback") return;
  const query = location.search.slice(1);
  const mended = query
    .replace(/~and~/g, "&")
    .split("&")
    .filter((part) => !/^(__\w*token|platform_?token)(=|$)/i.test(part))
    .join("&");
  if (mended === query) return;
  const address = new URL(location.href);
  address.search = mended;
  history.replaceState(history.state, "", address.href);
}

/** A page drawn ahead of time for those who come with a reset link says at once that there is none. */
function recordLink(): void {
  if (!/^\/reset-password\/*$/i.test(location.pathname)) return;
  // The application keeps the token in the history once it has taken it out of the address.
  const isStored = JSON.stringify(history.state)?.includes('"resetToken"');
  if (!isStored && !/[#&]token=./.test(location.hash))
    document.documentElement.setAttribute("data-link", "none");
}

/** The menu of a phone is a part of the document that unfolds; browsers leave it open when Escape is pressed. */
function collapseMenu(): void {
  document.addEventListener("keydown", ({ key }) => {
    const menu = document.querySelector("details[data-menu][open]");
    if (key !== "Escape" || !menu) return;
    menu.removeAttribute("open");
    menu.querySelector("summary")?.focus();
  });
}

function serveStaticPage(key: string, loggedOut: string[], logoutFailed: string[]): void {
  const root = document.documentElement;
  const isStatic = () => root.hasAttribute("data-static");
  const announce = (words: string[]) => {
    const note = document.getElementById("static-toast");
    if (!note) return;
    note.replaceChildren(
      ...words.map((word, line) => {
        const element = document.createElement(line === 0 ? "strong" : "span");
        element.textContent = word;
        return element;
      }),
    );
    setTimeout(() => note.replaceChildren(), 6000);
  };
  document.addEventListener("click", (event) => {
    if (!isStatic() || !(event.target instanceof Element)) return;
    if (!event.target.closest("[data-scheme-switch]")) return;
    const isDark = root.getAttribute("data-mantine-color-scheme") === "dark";
    root.setAttribute("data-mantine-color-scheme", isDark ? "light" : "dark");
    try {
      localStorage.setItem(key, isDark ? "light" : "dark");
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  });
  document.addEventListener("submit", (event) => {
    if (!isStatic() || !(event.target instanceof HTMLFormElement)) return;
    const form = event.target;
    if (!form.hasAttribute("data-logout")) return;
    event.preventDefault();
    fetch(form.action, { method: "POST", redirect: "manual" }).then(
      (answer) => {
        const isOut = answer.ok || answer.type === "opaqueredirect";
        if (isOut) root.setAttribute("data-visitor", "stranger");
        if (isOut) document.dispatchEvent(new Event("session-ended"));
        announce(isOut ? loggedOut : logoutFailed);
      },
      () => announce(logoutFailed),
    );
  });
}

function call(run: { toString(): string }, ...values: readonly unknown[]): string {
  return `(${run.toString()})(${values.map((value) => JSON.stringify(value)).join(",")});`;
}

/** A page without application agrees with the browser's other tabs on who is visiting. */
function shareSession(channelName: string, changed: string): void {
  const root = document.documentElement;
  const channel = new BroadcastChannel(channelName);
  const show = (session: { person: { isAdmin: boolean } } | null) => {
    const signedIn = session?.person.isAdmin ? "admin" : "customer";
    root.setAttribute("data-visitor", session === null ? "stranger" : signedIn);
  };
  channel.addEventListener("message", () => {
    if (!root.hasAttribute("data-static")) return;
    fetch("/api/session")
      .then((answer) => (answer.ok ? answer.json().then(show) : undefined))
      // Without an answer the page stays as it is; the next one asks again.
      .catch(() => undefined);
  });
  document.addEventListener("session-ended", () => channel.postMessage(changed));
}

/** The script's text. It is the same in every document, so that one hash allows it. */
export function writeDocumentScript(): string {
  return [
    call(applyColorScheme, colorSchemeKey),
    call(mendAddress),
    call(recordLink),
    call(holdForms),
    call(collapseMenu),
    call(shareSession, sessionChannelName, sessionChanged),
    call(
      serveStaticPage,
      colorSchemeKey,
      [toasts.loggedOut.title, toasts.loggedOut.description],
      [toasts.logoutFailed.title, toasts.logoutFailed.description],
    ),
  ].join("\n");
}
