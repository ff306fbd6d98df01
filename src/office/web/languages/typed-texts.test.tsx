import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import RegisterPage from "#people/web/auth/register-page.tsx";
import { writeSignInScript } from "#app/web/layout/document-script.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { documentLoader } from "./document-loader.ts";
import { LanguageMenu } from "./language-menu.tsx";

const home = window.location.href;
let loadAgain: ReturnType<typeof vi.fn<() => void>>;

beforeAll(() => {
  document.documentElement.dataset["visitor"] = "stranger";
  const script = document.createElement("script");
  script.textContent = writeSignInScript();
  document.head.append(script);
});

beforeEach(() => {
  loadAgain = vi.spyOn(documentLoader, "loadAgain").mockReturnValue(undefined);
  history.replaceState(null, "", "/register");
});

afterEach(() => {
  history.replaceState(null, "", home);
  document.cookie = "language=; Max-Age=0; Path=/";
  sessionStorage.clear();
});

async function showRegister() {
  const { screen } = await showScreen({
    element: (
      <>
        <LanguageMenu />
        <RegisterPage />
      </>
    ),
    path: "/register",
    answers: {
      auth: { readSession: async () => null },
      settings: {
        readPublicSettings: async () => ({
          isSandbox: true,
          hasSandboxMailbox: false,
          supportEmail: null,
          isInMaintenance: false,
          isRegistrationOpen: true,
          hasWarehouse: true,
        }),
      },
    },
  });
  const fieldNamed = (name: string) => screen.getByRole("textbox", { name });
  return { screen, name: fieldNamed("Full name"), email: fieldNamed("Email") };
}

test("choosing a language keeps name and email, and never the password", async () => {
  const first = await showRegister();
  await first.name.fill("陈七");
  await first.email.fill("qi@example.com");
  await first.screen.getByLabelText("Password").fill("a secret of mine");
  first.screen.container.querySelector("summary")?.click();
  await first.screen.getByRole("button", { name: "繁體中文" }).click();
  await expect.poll(() => loadAgain.mock.calls.length).toBe(1);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("secret");
  await first.screen.unmount();

  const second = await showRegister();
  await expect.element(second.name).toHaveValue("陈七");
  await expect.element(second.email).toHaveValue("qi@example.com");
  await expect.element(second.screen.getByLabelText("Password")).toHaveValue("");
  await second.screen.unmount();

  const third = await showRegister();
  await expect.element(third.name).toHaveValue("");
});

test("choosing a language before the application runs keeps name and email too", async () => {
  const prerendered = document.createElement("div");
  prerendered.innerHTML = `
    <form method="post" action="/language"><button name="language" value="zh-Hans">简体中文</button></form>
    <form data-waits=""><input data-path="fullName" value=""><input data-path="email" value="">
    <input data-path="password" value=""><input data-path="code" value=""></form>`;
  document.body.append(prerendered);
  const typed = ["陈七", "qi@example.com", "a secret of mine", "123456"];
  for (const [index, input] of prerendered.querySelectorAll("input").entries())
    input.value = typed[index] ?? "";
  const sent = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  prerendered.addEventListener("submit", sent);
  document.documentElement.dataset["visitor"] = "customer";
  prerendered.querySelector("button")?.click();
  expect(sessionStorage).toHaveLength(0);
  document.documentElement.dataset["visitor"] = "stranger";
  prerendered.querySelector("button")?.click();
  expect(sent).toHaveBeenCalledTimes(2);
  prerendered.remove();
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/secret|123456/);

  const { name, email } = await showRegister();
  await expect.element(name).toHaveValue("陈七");
  await expect.element(email).toHaveValue("qi@example.com");
});

test("what was typed on one page does not appear on another", async () => {
  const first = await showRegister();
  await first.email.fill("qi@example.com");
  first.screen.container.querySelector("summary")?.click();
  await first.screen.getByRole("button", { name: "简体中文" }).click();
  await expect.poll(() => loadAgain.mock.calls.length).toBe(1);
  await first.screen.unmount();
  history.replaceState(null, "", "/admin/login");
  const second = await showRegister();
  await expect.element(second.email).toHaveValue("");
});
