import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import AdminLoginPage from "./admin-login-page.tsx";
import AuthCallbackPage from "./auth-callback-page.tsx";
import LoginPage from "./login-page.tsx";

type Complete = NonNullable<NonNullable<FakeAnswers["auth"]>["completeTwoFactor"]>;

/** Signs in up to the two-factor form; `complete` accepts 123456 by default. */
async function openTwoFactorForm(options: { complete?: Complete; isAdmin?: boolean } = {}) {
  const isAdmin = options.isAdmin ?? false;
  const person = { ...mei, isAdmin };
  let isSignedIn = false;
  const complete = vi.fn<Complete>(
    options.complete ??
      (async ({ code }) => {
        if (code !== "123456") throw rejected("wrong_code", { details: { triesLeft: 4 } });
        isSignedIn = true;
        return sessionOf(person);
      }),
  );
  const requireTwoFactor = () => Promise.reject(rejected("two_factor_required"));
  const { screen, router } = await showScreen({
    element: isAdmin ? <AdminLoginPage /> : <LoginPage />,
    path: isAdmin ? "/admin-login" : "/login",
    answers: {
      auth: {
        readSession: async () => (isSignedIn ? sessionOf(person) : null),
        signIn: requireTwoFactor,
        signInAsAdmin: requireTwoFactor,
        completeTwoFactor: complete,
      },
    },
  });
  await screen.getByLabelText(isAdmin ? "Admin email" : "Email").fill(mei.email);
  await screen.getByLabelText("Password").fill("correct-password");
  await userEvent.keyboard("{Enter}");
  const code = screen.getByLabelText("Verification code");
  await expect.element(code).toHaveFocus();
  return { screen, router, code, complete };
}

describe("the code of the app", () => {
  test("has a field that phones and password managers recognize", async () => {
    const { screen, code } = await openTwoFactorForm();
    await expect.element(code).toHaveAttribute("autocomplete", "one-time-code");
    await expect.element(code).toHaveAttribute("inputmode", "numeric");
    expect(screen.getByText("Login failed").elements()).toHaveLength(0);
    await expectAccessible();
  });

  test.each([
    { isAdmin: false, home: "/dashboard" },
    { isAdmin: true, home: "/admin/dashboard" },
  ])("opens $home when pasted with a space, as apps show it", async ({ isAdmin, home }) => {
    const { screen, router, code, complete } = await openTwoFactorForm({ isAdmin });
    await code.fill("123 456");
    await expect.element(code).toHaveValue("123456");
    await userEvent.keyboard("{Enter}");
    await expect.element(screen.getByText("Login successful")).toBeVisible();
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(home));
    expect(complete).toHaveBeenCalledTimes(1);
  });

  test("has 6 digits", async () => {
    const { screen, code, complete } = await openTwoFactorForm();
    await code.fill("12a34");
    await screen.getByRole("button", { name: "Verify" }).click();
    await expect.element(screen.getByText("Invalid code")).toBeVisible();
    await expect
      .element(screen.getByText("Please enter a 6-digit verification code.").first())
      .toBeVisible();
    await expect.element(code).toHaveFocus();
    expect(complete).not.toHaveBeenCalled();
  });

  test("that is wrong stays in the field, with the number of tries left", async () => {
    const { screen, code } = await openTwoFactorForm();
    await code.fill("654321");
    await userEvent.keyboard("{Enter}");
    const error = screen.getByText(/Please try the next one\. 4 tries left\./);
    await expect.element(error).toBeVisible();
    // The message must wrap on a phone.
    expect(getComputedStyle(error.element()).whiteSpace).toBe("normal");
    await expect.element(code).toHaveValue("654321");
    await expect.element(code).toHaveFocus();
    await expectAccessible();
  });

  test.each([
    { reason: "no try is left", error: rejected("wrong_code", { details: { triesLeft: 0 } }) },
    { reason: "the challenge has expired", error: rejected("challenge_expired") },
  ])("returns to the password form when $reason", async ({ error }) => {
    const { screen, code } = await openTwoFactorForm({ complete: () => Promise.reject(error) });
    await code.fill("123456");
    await userEvent.keyboard("{Enter}");
    const form = screen.getByRole("form", { name: "Login" });
    await expect.element(form.getByText("Please log in again to try once more.")).toBeVisible();
    await expect.element(screen.getByLabelText("Email")).toHaveValue(mei.email);
  });

  test("can be canceled to return to the password form", async () => {
    const { screen } = await openTwoFactorForm();
    await screen.getByRole("button", { name: "Back to login" }).click();
    await expect.element(screen.getByLabelText("Password")).toHaveFocus();
  });

  test("shows an error after too many attempts", async () => {
    const { screen, code } = await openTwoFactorForm({
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

test("a backup code is sent as it is typed", async () => {
  const { screen, complete } = await openTwoFactorForm();
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

test("an email link requires the code as well", async () => {
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
