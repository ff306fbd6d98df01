// What somebody with two-factor sees between the password and the own area.
import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { mei, sessionOf } from "#testing/screen/users.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import AdminLoginPage from "./admin-login-page.tsx";
import AuthCallbackPage from "./auth-callback-page.tsx";
import LoginPage from "./login-page.tsx";

type Complete = NonNullable<NonNullable<FakeAnswers["auth"]>["completeTwoFactor"]>;

/** Gives email and password; `completeTwoFactor` then takes 123456 unless told otherwise. */
async function atTheCode(options: { complete?: Complete; isAdminArea?: boolean } = {}) {
  const isAdminArea = options.isAdminArea ?? false;
  const person = { ...mei, isAdmin: isAdminArea };
  let isSignedIn = false;
  const complete = vi.fn<Complete>(
    options.complete ??
      (async ({ code }) => {
        if (code !== "123456") throw rejected("wrong_code", { details: { triesLeft: 4 } });
        isSignedIn = true;
        return sessionOf(person);
      }),
  );
  const askForCode = () => Promise.reject(rejected("two_factor_required"));
  const { screen, router } = await showScreen({
    element: isAdminArea ? <AdminLoginPage /> : <LoginPage />,
    path: isAdminArea ? "/admin-login" : "/login",
    answers: {
      auth: {
        readSession: async () => (isSignedIn ? sessionOf(person) : null),
        signIn: askForCode,
        signInAsAdmin: askForCode,
        completeTwoFactor: complete,
      },
    },
  });
  await screen.getByLabelText(isAdminArea ? "Admin email" : "Email").fill(mei.email);
  await screen.getByLabelText("Password").fill("calm harbour");
  await userEvent.keyboard("{Enter}");
  const code = screen.getByLabelText("Verification code");
  await expect.element(code).toHaveFocus();
  return { screen, router, code, complete };
}

describe("the code of the app", () => {
  test("is asked for as phones and password managers understand it", async () => {
    const { screen, code } = await atTheCode();
    await expect.element(code).toHaveAttribute("autocomplete", "one-time-code");
    await expect.element(code).toHaveAttribute("inputmode", "numeric");
    expect(screen.getByText("Login failed").elements()).toHaveLength(0);
    await expectAccessible();
  });

  test.each([
    { isAdminArea: false, home: "/dashboard" },
    { isAdminArea: true, home: "/admin/dashboard" },
  ])("opens $home, pasted with a space as apps show it", async ({ isAdminArea, home }) => {
    const { screen, router, code, complete } = await atTheCode({ isAdminArea });
    await code.fill("123 456");
    await expect.element(code).toHaveValue("123456");
    await userEvent.keyboard("{Enter}");
    await expect.element(screen.getByText("Login successful")).toBeVisible();
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(home));
    expect(complete).toHaveBeenCalledTimes(1);
  });

  test("has 6 digits", async () => {
    const { screen, code, complete } = await atTheCode();
    await code.fill("12a34");
    await screen.getByRole("button", { name: "Verify" }).click();
    await expect.element(screen.getByText("Invalid code")).toBeVisible();
    await expect
      .element(screen.getByText("Please enter a 6-digit verification code.").first())
      .toBeVisible();
    await expect.element(code).toHaveFocus();
    expect(complete).not.toHaveBeenCalled();
  });

  test("that is wrong is kept, with the tries that are left", async () => {
    const { screen, code } = await atTheCode();
    await code.fill("654321");
    await userEvent.keyboard("{Enter}");
    const errorCode = screen.getByText(/Please try the next one\. 4 tries left\./);
    await expect.element(errorCode).toBeVisible();
    // On a phone it takes two lines.
    expect(getComputedStyle(errorCode.element()).whiteSpace).toBe("normal");
    await expect.element(code).toHaveValue("654321");
    await expect.element(code).toHaveFocus();
    await expectAccessible();
  });

  test.each([
    { notified: "no try is left", error: rejected("wrong_code", { details: { triesLeft: 0 } }) },
    { notified: "the challenge is over", error: rejected("challenge_expired") },
  ])("leads back to the password when $told", async ({ error }) => {
    const { screen, code } = await atTheCode({ complete: () => Promise.reject(error) });
    await code.fill("123456");
    await userEvent.keyboard("{Enter}");
    const form = screen.getByRole("form", { name: "Login" });
    await expect.element(form.getByText("Please log in again to try once more.")).toBeVisible();
    await expect.element(screen.getByLabelText("Email")).toHaveValue(mei.email);
  });

  test("can be left for the password", async () => {
    const { screen } = await atTheCode();
    await screen.getByRole("button", { name: "Back to login" }).click();
    await expect.element(screen.getByLabelText("Password")).toHaveFocus();
  });

  test("says when there were too many tries", async () => {
    const { screen, code } = await atTheCode({
      complete: () => Promise.reject(rejected("too_many_requests")),
    });
    await code.fill("123456");
    await userEvent.keyboard("{Enter}");
    const form = screen.getByRole("form", { name: "Verification" });
    await expect
      .element(form.getByText("Too many attempts. Please wait and try again."))
      .toBeVisible();
  });
});

test("a backup code is taken as it is written", async () => {
  const { screen, complete } = await atTheCode();
  await screen.getByRole("button", { name: "Use a backup code instead" }).click();
  const backup = screen.getByLabelText("Backup code");
  await expect.element(backup).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Please enter one of your backup codes.")).toBeVisible();
  await backup.fill(" k3xw2-9qpra ");
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(complete).toHaveBeenCalledTimes(1));
  expect(complete.mock.calls[0]?.[0]).toEqual({ code: "k3xw2-9qpra" });
  await expectAccessible();
});

test("a mail's link asks for the code as well", async () => {
  let isSignedIn = false;
  const { screen, router } = await showScreen({
    element: <AuthCallbackPage />,
    path: "/auth/callback",
    address: "/auth/callback#access_token=abc&type=signup",
    answers: {
      auth: {
        readSession: async () => (isSignedIn ? sessionOf(mei) : null),
        completeCallback: () => Promise.reject(rejected("two_factor_required")),
        completeTwoFactor: async () => {
          isSignedIn = true;
          return sessionOf(mei);
        },
      },
    },
  });
  await screen.getByLabelText("Verification code").fill("123456");
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
});
