/**
 * The inline script of every document, run before the first paint: it applies the color scheme, cleans the address,
 * marks a missing reset link, holds form submissions until the application runs, closes the phone menu on Escape, and
 * handles the few controls of public pages, which load no application. That of sign-in pages also keeps what was typed
 * when the language changes.
 */
import { keptListsName, deskAccountKey } from "#ui/web/desk/desk-account.ts";
import { draftPrefix, typedTextsKey } from "#ui/web/drafts.ts";
import { dismissedOfferKey } from "#office/web/languages/dismissed-offer.ts";
import { startFirstReads } from "#ui/web/first-reads.ts";
import { sessionChanged, sessionChannelName } from "#ui/web/session.tsx";
import { colorSchemeKey } from "#ui/web/theme.ts";

// Each function below is written into the document as text, so it can use only its arguments.

function applyColorScheme(key: string): void {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let stored: string | null = null;
    try {
      stored = localStorage.getItem(key);
    } catch {
      // Storage can be blocked; the system's scheme applies then.
    }
    const isDark = stored === "dark" || (stored !== "light" && system.matches);
    root.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
  };
  apply();
  // Where the application runs, it does this itself.
  const applyOnStaticPage = () => {
    if (root.hasAttribute("data-static")) apply();
  };
  system.addEventListener("change", applyOnStaticPage);
  // The scheme changed in another tab, or this page was restored from the back-forward cache.
  addEventListener("storage", applyOnStaticPage);
  addEventListener("pageshow", applyOnStaticPage);
}

/** Holds form submissions on prerendered pages until the application has hydrated them. */
function holdForms(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute("data-waits")) return;
    event.preventDefault();
    form.setAttribute("data-sent", "");
  });
}

/**
 * Stores what a visitor typed on a sign-in page when they choose a language, also before the application runs. A form of
 * the same page takes it. Passwords and codes are never stored.
 */
function carryTypedTexts(key: string): void {
  document.addEventListener(
    "submit",
    ({ target }) => {
      if (!(target instanceof HTMLFormElement) || target.getAttribute("action") !== "/language")
        return;
      if (document.documentElement.getAttribute("data-visitor") !== "stranger") return;
      const inputs = document.querySelectorAll<HTMLInputElement>(
        "[data-path=email],[data-path=fullName]",
      );
      const typed = [...inputs].filter(({ value }) => value !== "");
      if (typed.length === 0) return;
      const texts = Object.fromEntries(typed.map(({ dataset, value }) => [dataset["path"], value]));
      try {
        sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, texts }));
      } catch {
        // Without storage the page is empty again.
      }
    },
    // Before the application's own listener loads the page in the other language.
    true,
  );
}

/** Section 2 of the specification: old links can contain a platform token, or ampersands written as `~and~`. */
function cleanAddress(): void {
  if (location.pathname === "/auth/callback") return;
  const query = location.search.slice(1);
  const cleaned = query
    .replace(/~and~/g, "&")
    .split("&")
    .filter((part) => !/^(__\w*token|platform_?token)(=|$)/i.test(part))
    .join("&");
  if (cleaned === query) return;
  const address = new URL(location.href);
  address.search = cleaned;
  history.replaceState(history.state, "", address.href);
}

/** Lets the prerendered reset page show at once that the address has no reset token. */
function markMissingResetLink(): void {
  if (!/^\/reset-password\/*$/i.test(location.pathname)) return;
  // The application moves the token from the address to the history state.
  const isStored = JSON.stringify(history.state)?.includes('"resetToken"');
  if (!isStored && !/[#&]token=./.test(location.hash))
    document.documentElement.setAttribute("data-link", "none");
}

/** Closes the phone menu, a `details` element, on Escape, which browsers do not do. */
function closeMenuOnEscape(): void {
  document.addEventListener("keydown", ({ key }) => {
    const menu = document.querySelector("details[data-menu][open]");
    if (key !== "Escape" || !menu) return;
    menu.removeAttribute("open");
    menu.querySelector("summary")?.focus();
  });
}

function serveStaticPage(key: string, drafts: string, desk: string, lists: string): void {
  const root = document.documentElement;
  const isStatic = () => root.hasAttribute("data-static");
  const announce = (name: "loggedOut" | "logoutFailed") => {
    const toast = document.getElementById("static-toast");
    if (!toast) return;
    toast.replaceChildren(
      ...(toast.dataset[name] ?? "").split("\n").map((line, index) => {
        const element = document.createElement(index === 0 ? "strong" : "span");
        element.textContent = line;
        return element;
      }),
    );
    setTimeout(() => toast.replaceChildren(), 6000);
  };
  document.addEventListener("click", (event) => {
    if (!isStatic() || !(event.target instanceof Element)) return;
    if (!event.target.closest("[data-scheme-switch]")) return;
    const isDark = root.getAttribute("data-mantine-color-scheme") === "dark";
    root.setAttribute("data-mantine-color-scheme", isDark ? "light" : "dark");
    try {
      localStorage.setItem(key, isDark ? "light" : "dark");
    } catch {
      // Without storage the choice applies to this page only.
    }
  });
  const removeStored = () => {
    try {
      // Deleting a database that is not there makes none.
      indexedDB.deleteDatabase(lists);
      localStorage.removeItem(desk);
      for (const name of Object.keys(localStorage))
        if (name.startsWith(drafts)) localStorage.removeItem(name);
    } catch {
      // Without storage there are no drafts.
    }
  };
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
        if (isOut) removeStored();
        announce(isOut ? "loggedOut" : "logoutFailed");
      },
      () => announce("logoutFailed"),
    );
  });
}

/** Hides the offer of the page in another language, once it was dismissed for that language. */
function dismissOffer(key: string): void {
  const root = document.documentElement;
  const hide = () => root.removeAttribute("data-offer");
  try {
    if (localStorage.getItem(key) === root.dataset["offer"]) hide();
  } catch {
    // Without storage the offer is hidden until the next page.
  }
  document.addEventListener("click", ({ target }) => {
    const { offer } = root.dataset;
    if (!offer || !(target instanceof Element) || !target.closest("[data-dismiss-offer]")) return;
    try {
      localStorage.setItem(key, offer);
    } catch {
      // As above.
    }
    hide();
  });
}

function call(run: { toString(): string }, ...values: readonly unknown[]): string {
  return `(${run.toString()})(${values.map((value) => JSON.stringify(value)).join(",")});`;
}

/** Keeps the visitor attribute of a page without application in sync with the browser's other tabs. */
function shareSession(channelName: string, changed: string): void {
  const root = document.documentElement;
  const channel = new BroadcastChannel(channelName);
  const show = (session: { person: { isAdmin: boolean; roles: unknown[] } } | null) => {
    const isStaff = session !== null && (session.person.isAdmin || session.person.roles.length > 0);
    const signedIn = isStaff ? "admin" : "customer";
    root.setAttribute("data-visitor", session === null ? "stranger" : signedIn);
  };
  channel.addEventListener("message", () => {
    if (!root.hasAttribute("data-static")) return;
    fetch("/api/session")
      .then((answer) => (answer.ok ? answer.json().then(show) : undefined))
      // Without a response the page stays as it is.
      .catch(() => undefined);
  });
  document.addEventListener("session-ended", () => channel.postMessage(changed));
}

/** The text of the script, which the content security policy allows by hash. */
export function writeDocumentScript(): string {
  return [
    call(applyColorScheme, colorSchemeKey),
    call(cleanAddress),
    call(markMissingResetLink),
    call(holdForms),
    call(closeMenuOnEscape),
    call(shareSession, sessionChannelName, sessionChanged),
    call(serveStaticPage, colorSchemeKey, draftPrefix, deskAccountKey, keptListsName),
    call(dismissOffer, dismissedOfferKey),
  ].join("\n");
}

/** The script that runs after it on pages with the application, once the address is clean. */
export function writeFirstReadsScript(): string {
  return call(startFirstReads, sessionChannelName);
}

/** What the script of sign-in pages does besides. */
export function writeSignInScript(): string {
  return call(carryTypedTexts, typedTextsKey);
}
