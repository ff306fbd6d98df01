import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasDrafts, writeDraft } from "#ui/web/drafts.ts";
import { sessionChanged, sessionChannelName } from "#ui/web/session.tsx";
import { colorSchemeKey } from "#ui/web/theme.ts";
import { dismissedOfferKey } from "#office/web/languages/dismissed-offer.ts";
import { writeDocumentScript } from "./document-script.ts";

const home = location.href;

function runDocumentScript(): void {
  const script = document.createElement("script");
  script.textContent = writeDocumentScript();
  document.head.append(script);
  script.remove();
}

function cleaned(address: string): string {
  history.replaceState(null, "", address);
  runDocumentScript();
  return location.pathname + location.search + location.hash;
}

beforeEach(() => {
  localStorage.removeItem(colorSchemeKey);
});

afterEach(() => {
  history.replaceState(null, "", home);
  document.documentElement.removeAttribute("data-static");
  document.body.replaceChildren();
});

// Must run first, since each run of the script leaves its listeners on the document.
test("the switch of a page without application changes the scheme and stores it", () => {
  localStorage.setItem(colorSchemeKey, "light");
  document.documentElement.setAttribute("data-static", "");
  document.body.innerHTML = "<button data-scheme-switch><i>x</i></button>";
  runDocumentScript();
  document.querySelector<HTMLElement>("i")?.click();
  expect(document.documentElement.dataset["mantineColorScheme"]).toBe("dark");
  expect(localStorage.getItem(colorSchemeKey)).toBe("dark");
  document.querySelector<HTMLElement>("i")?.click();
  expect(document.documentElement.dataset["mantineColorScheme"]).toBe("light");
  expect(localStorage.getItem(colorSchemeKey)).toBe("light");
});

test("ampersands written as ~and~ become ampersands, once", () => {
  expect(cleaned("/dashboard/wallet?success=true~and~session_id=cs_1#top")).toBe(
    "/dashboard/wallet?success=true&session_id=cs_1#top",
  );
  expect(cleaned("/pricing?a=1&b=2")).toBe("/pricing?a=1&b=2");
});

test("a platform token is removed from the address and nothing else is", () => {
  expect(cleaned("/pricing?__host_token=abc&plan=basic")).toBe("/pricing?plan=basic");
  expect(cleaned("/pricing?plan=basic~and~platform_token=abc")).toBe("/pricing?plan=basic");
  expect(cleaned("/pricing?platform_token=abc")).toBe("/pricing");
  expect(cleaned("/track?token=abc&q=%7E%20%26")).toBe("/track?token=abc&q=%7E%20%26");
});

test("a reset page without a token is marked, one with a token in the address or the history is not", () => {
  const linkMark = (address: string, state: unknown = null) => {
    delete document.documentElement.dataset["link"];
    history.replaceState(state, "", address);
    runDocumentScript();
    const { link } = document.documentElement.dataset;
    delete document.documentElement.dataset["link"];
    return link;
  };
  expect(linkMark("/reset-password")).toBe("none");
  expect(linkMark("/reset-password/#token=")).toBe("none");
  expect(linkMark("/reset-password#token=abc")).toBeUndefined();
  expect(linkMark("/reset-password", { usr: { resetToken: "abc" } })).toBeUndefined();
  expect(linkMark("/login")).toBeUndefined();
});

test("the address of the callback page is not changed", () => {
  const address = "/auth/callback?a=1~and~__host_token=x#access_token=t";
  expect(cleaned(address)).toBe(address);
});

test("the chosen scheme overrides the system's", () => {
  localStorage.setItem(colorSchemeKey, "dark");
  runDocumentScript();
  expect(document.documentElement.dataset["mantineColorScheme"]).toBe("dark");
  localStorage.setItem(colorSchemeKey, "light");
  runDocumentScript();
  expect(document.documentElement.dataset["mantineColorScheme"]).toBe("light");
});

test("a page without application follows a scheme chosen in another tab", () => {
  localStorage.setItem(colorSchemeKey, "light");
  runDocumentScript();
  const choose = (scheme: string) => {
    localStorage.setItem(colorSchemeKey, scheme);
    window.dispatchEvent(new StorageEvent("storage", { key: colorSchemeKey }));
    return document.documentElement.dataset["mantineColorScheme"];
  };
  expect(choose("dark")).toBe("light");
  document.documentElement.setAttribute("data-static", "");
  expect(choose("dark")).toBe("dark");
  expect(choose("light")).toBe("light");
});

test("a dismissed offer of a language is hidden from then on, another one is not", () => {
  const root = document.documentElement;
  localStorage.removeItem(dismissedOfferKey);
  root.dataset["offer"] = "zh-Hans";
  document.body.innerHTML = "<button data-dismiss-offer><i>x</i></button>";
  runDocumentScript();
  expect(root.dataset["offer"]).toBe("zh-Hans");
  document.querySelector<HTMLElement>("i")?.click();
  expect(root.dataset["offer"]).toBeUndefined();
  const offerOnNextPage = (language: string) => {
    root.dataset["offer"] = language;
    runDocumentScript();
    const { offer } = root.dataset;
    delete root.dataset["offer"];
    return offer;
  };
  expect([offerOnNextPage("zh-Hans"), offerOnNextPage("en")]).toEqual([undefined, "en"]);
  localStorage.removeItem(dismissedOfferKey);
});

test("a form submitted before the application runs is held and does not leave the page", () => {
  document.body.innerHTML =
    '<form data-waits="" method="post" action="/nowhere"><input name="password" value="x"><button>Send</button></form>';
  runDocumentScript();
  document.querySelector("button")?.click();
  expect(document.querySelector("form")?.dataset["sent"]).toBe("");
  expect(location.pathname).not.toBe("/nowhere");
});

test("Escape closes the phone menu and returns the focus to its button", () => {
  document.body.innerHTML =
    "<details open>Not a menu</details><details data-menu open><summary>Menu</summary><a href='/pricing'>Pricing</a></details>";
  runDocumentScript();
  const press = (key: string) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true });
    document.querySelector("a")?.dispatchEvent(event);
    return [...document.querySelectorAll("details")].map(({ open }) => open);
  };
  expect(press("Tab")).toEqual([true, true]);
  expect(press("Escape")).toEqual([true, false]);
  expect(document.activeElement?.textContent).toBe("Menu");
});

test("Logout on a page without application shows whether it worked", async () => {
  document.documentElement.setAttribute("data-static", "");
  document.documentElement.dataset["visitor"] = "customer";
  document.body.innerHTML =
    '<form method="post" action="/logout" data-logout><button>Logout</button></form><div id="static-toast" data-logged-out="Logged out\nYou have been successfully logged out." data-logout-failed="Logout failed\nThere was a problem logging out."></div>';
  writeDraft("user-1", "profile", { values: {}, originals: {}, version: "" });
  runDocumentScript();
  const toast = document.getElementById("static-toast");
  const fetchSpy = vi.spyOn(window, "fetch");
  fetchSpy.mockResolvedValue(new Response(null, { status: 500 }));
  document.querySelector("button")?.click();
  await vi.waitFor(() => expect(toast?.textContent).toContain("There was a problem logging out."));
  expect(document.documentElement.dataset["visitor"]).toBe("customer");
  expect(hasDrafts("user-1")).toBe(true);

  fetchSpy.mockResolvedValue(new Response(null, { status: 204 }));
  document.querySelector("button")?.click();
  await vi.waitFor(() =>
    expect(toast?.textContent).toContain("You have been successfully logged out."),
  );
  expect(document.documentElement.dataset["visitor"]).toBe("stranger");
  expect(hasDrafts("user-1")).toBe(false);
});

test("a page without application follows sign-in and sign-out in other tabs", async () => {
  const root = document.documentElement;
  root.setAttribute("data-static", "");
  root.dataset["visitor"] = "customer";
  document.body.innerHTML =
    '<form method="post" action="/logout" data-logout><button>Logout</button></form>';
  runDocumentScript();
  const otherTab = new BroadcastChannel(sessionChannelName);
  const received = new Promise((resolve) => {
    otherTab.addEventListener("message", ({ data }) => resolve(data));
  });
  const fetchSpy = vi.spyOn(window, "fetch");
  fetchSpy.mockImplementation(async () => new Response(null, { status: 204 }));
  document.querySelector("button")?.click();
  expect(await received).toBe(sessionChanged);

  fetchSpy.mockImplementation(async () => Response.json({ person: { isAdmin: true } }));
  otherTab.postMessage(sessionChanged);
  await vi.waitFor(() => expect(root.dataset["visitor"]).toBe("admin"), 5_000);
  fetchSpy.mockImplementation(async () => new Response(null, { status: 503 }));
  otherTab.postMessage(sessionChanged);
  fetchSpy.mockImplementation(async () => Response.json(null));
  otherTab.postMessage(sessionChanged);
  await vi.waitFor(() => expect(root.dataset["visitor"]).toBe("stranger"), 5_000);
  otherTab.close();
});
