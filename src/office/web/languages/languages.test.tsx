import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isLanguage, type Language } from "#platform/rules/language.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import { documentLoader } from "./document-loader.ts";
import { LanguageCard } from "./language-card.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { LanguageOffer } from "./language-offer.tsx";
import { useProfileLanguage } from "./choose-language.ts";

const home = window.location.href;
let loadAgain: ReturnType<typeof vi.fn<() => void>>;
let open: ReturnType<typeof vi.fn<(address: string) => void>>;

beforeEach(() => {
  loadAgain = vi.spyOn(documentLoader, "loadAgain").mockReturnValue(undefined);
  open = vi.spyOn(documentLoader, "open").mockReturnValue(undefined);
});

afterEach(() => {
  history.replaceState(null, "", home);
  document.cookie = "language=; Max-Age=0; Path=/";
  sessionStorage.clear();
  delete document.documentElement.dataset["offer"];
});

const signedOut: FakeAnswers = { auth: { readSession: async () => null } };

/** A signed-in user whose chosen languages are added to `chosen`. */
function signedIn(chosen: Language[]): FakeAnswers {
  return {
    auth: { readSession: async () => sessionOf(mei) },
    users: {
      chooseLanguage: async ({ language }: { language: string }) => {
        if (!isLanguage(language)) throw new Error("The screens send their own languages.");
        chosen.push(language);
        return { language };
      },
    },
  };
}

test("a visitor's choice is kept in the cookie, and the page is loaded again at its address", async () => {
  history.replaceState(null, "", "/login?next=%2Fdashboard");
  const { screen } = await showScreen({
    element: <LanguageMenu />,
    path: "/login",
    answers: signedOut,
  });
  screen.container.querySelector("summary")?.click();
  await expect
    .element(screen.getByRole("button", { name: "English" }))
    .toHaveAttribute("aria-current", "true");
  await screen.getByRole("button", { name: "繁體中文" }).click();
  await expect.poll(() => loadAgain.mock.calls.length).toBe(1);
  expect(document.cookie).toContain("language=zh-Hant-HK");
  expect(open).not.toHaveBeenCalled();
});

test("a public page is opened at its address in the chosen language", async () => {
  history.replaceState(null, "", "/zh-hk/pricing?from=mail");
  const { screen } = await showScreen({
    element: <LanguageMenu />,
    path: "/pricing",
    answers: signedOut,
    isFrame: true,
  });
  screen.container.querySelector("summary")?.click();
  await screen.getByRole("button", { name: "简体中文" }).click();
  await expect.poll(() => open.mock.calls).toEqual([["/zh-cn/pricing?from=mail"]]);
  expect(loadAgain).not.toHaveBeenCalled();
});

test("a signed-in user's choice is stored before the page is loaded again", async () => {
  history.replaceState(null, "", "/dashboard/settings");
  const chosen: Language[] = [];
  const { screen } = await showScreen({
    element: <LanguageCard />,
    path: "/dashboard/settings",
    answers: signedIn(chosen),
  });
  const english = screen.getByRole("button", { name: "English" });
  await expect.element(english).toHaveAttribute("aria-pressed", "true");
  await expectAccessible();
  await screen.getByRole("button", { name: "简体中文" }).click();
  await expect.poll(() => loadAgain.mock.calls.length).toBe(1);
  expect(chosen).toEqual(["zh-Hans"]);
  expect(document.cookie).toContain("language=zh-Hans");
});

test("a choice that cannot be stored is reported, and the page stays", async () => {
  const { screen } = await showScreen({
    element: <LanguageCard />,
    path: "/dashboard/settings",
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      users: { chooseLanguage: () => Promise.reject(new Error("no connection")) },
    },
  });
  await screen.getByRole("button", { name: "繁體中文" }).click();
  await expect
    .element(screen.getByText("Your language could not be saved. Please try again."))
    .toBeVisible();
  expect(loadAgain).not.toHaveBeenCalled();
  expect(document.cookie).not.toContain("language=");
  await expect.element(screen.getByRole("button", { name: "繁體中文" })).toBeEnabled();
});

function Shell(props: { initial: Language | null }) {
  const [language, setLanguage] = useState(props.initial);
  const isLoading = useProfileLanguage(language);
  return (
    <>
      <p>{isLoading ? "Loading" : "Shown"}</p>
      <button type="button" onClick={() => setLanguage("zh-Hans")}>
        Sign in
      </button>
    </>
  );
}

test("a page in another language than the user's is loaded again once, and never twice", async () => {
  const first = await showScreen({ element: <Shell initial={null} />, path: "/", answers: {} });
  await expect.element(first.screen.getByText("Shown")).toBeVisible();
  expect(loadAgain).not.toHaveBeenCalled();
  await first.screen.getByRole("button", { name: "Sign in" }).click();
  await expect.poll(() => loadAgain.mock.calls.length).toBe(1);
  expect(document.cookie).toContain("language=zh-Hans");
  await first.screen.unmount();
  // The server answers in English again, as to a browser that keeps no cookie.
  const second = await showScreen({
    element: <Shell initial="zh-Hans" />,
    path: "/",
    answers: {},
    runsEffectsTwice: true,
  });
  await expect.element(second.screen.getByText("Shown")).toBeVisible();
  expect(loadAgain).toHaveBeenCalledTimes(1);
});

test("once a page had the user's language, a later choice is loaded again", async () => {
  sessionStorage.setItem("sampan-language", "en");
  const { screen } = await showScreen({ element: <Shell initial="en" />, path: "/", answers: {} });
  await expect.element(screen.getByText("Shown")).toBeVisible();
  expect(sessionStorage.getItem("sampan-language")).toBeNull();
  await screen.getByRole("button", { name: "Sign in" }).click();
  await expect.poll(() => loadAgain.mock.calls.length).toBe(1);
});

test("the offer is shown in the reader's language alone, with the address of the same page", async () => {
  const { screen } = await showScreen({
    element: <LanguageOffer />,
    path: "/pricing",
    answers: {},
  });
  const link = screen.getByText("用简体中文阅读本页");
  await expect.element(link).not.toBeVisible();
  document.documentElement.dataset["offer"] = "zh-Hans";
  await expect.element(link).toBeVisible();
  await expect.element(link).toHaveAttribute("href", "/zh-cn/pricing");
  await expect.element(link).toHaveAttribute("lang", "zh-Hans");
  await expect.element(screen.getByText("以繁體中文閱讀本頁")).not.toBeVisible();
  await expectAccessible();
});
