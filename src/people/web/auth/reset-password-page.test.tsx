import { expect, test, vi } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { sessionChannelName } from "#ui/web/session.tsx";
import ResetPasswordPage from "./reset-password-page.tsx";

type AuthAnswers = NonNullable<FakeAnswers["auth"]>;

function openLink(auth: AuthAnswers, address = "/reset-password#token=abc") {
  return showScreen({
    element: <ResetPasswordPage />,
    path: "/reset-password",
    address,
    answers: { auth: { readSession: async () => sessionOf(mei), ...auth } },
  });
}

async function send(screen: Awaited<ReturnType<typeof openLink>>["screen"], password: string) {
  await screen.getByLabelText("New password").fill(password);
  await screen.getByRole("button", { name: "Set new password" }).click();
}

test("a new password is set, leads to the login page and is announced to other tabs", async () => {
  const otherTab = new BroadcastChannel(sessionChannelName);
  const received = new Promise((resolve) => otherTab.addEventListener("message", resolve));
  const resetPassword = vi.fn<NonNullable<AuthAnswers["resetPassword"]>>(async () => ({}));
  const { screen, router } = await openLink({ resetPassword });
  await vi.waitFor(() => expect(router.state.location.hash).toBe(""));
  await expectAccessible();
  await send(screen, "correct-password");
  await expect.element(screen.getByText("Password changed")).toBeVisible();
  expect(resetPassword.mock.calls.map(([input]) => input)).toEqual([
    { token: "abc", password: "correct-password" },
  ]);
  expect(router.state.location.pathname).toBe("/login");
  expect(router.state.location.state).toEqual({ notice: "password_changed" });
  await received;
  otherTab.close();
});

test("a weak or missing password is shown at its field", async () => {
  const sentence = "This password is among the most common ones. Please choose another.";
  const { screen } = await openLink({
    resetPassword: () => Promise.reject(rejected("weak_password", { sentence })),
  });
  await send(screen, "");
  await expect.element(screen.getByText("Please choose a password.")).toBeVisible();
  await send(screen, "123456");
  await expect.element(screen.getByText(sentence)).toBeVisible();
  await expect.element(screen.getByLabelText("New password")).toHaveValue("123456");
  await expect.element(screen.getByLabelText("New password")).toHaveFocus();
});

test("a lost connection keeps the typed password", async () => {
  const { screen } = await openLink({
    resetPassword: () => Promise.reject(new TypeError("Failed to fetch")),
  });
  await send(screen, "correct-password");
  await expect
    .element(screen.getByText("Your password could not be changed. Please try again."))
    .toBeVisible();
  await expect.element(screen.getByLabelText("New password")).toHaveValue("correct-password");
});

test("a malformed link is handled like an invalid one", async () => {
  const issues = [{ path: ["token"], message: "At most 512 characters." }];
  const { screen } = await openLink({
    resetPassword: () => Promise.reject(rejected("invalid_input", { details: { issues } })),
  });
  await send(screen, "correct-password");
  await expect.element(screen.getByRole("button", { name: "Request a new link" })).toBeVisible();
});

test("an invalid or missing link offers a new one", async () => {
  const { screen } = await openLink({
    resetPassword: () => Promise.reject(rejected("link_not_valid")),
    requestPasswordReset: async () => ({}),
  });
  await send(screen, "correct-password");
  const sentence = "This link is no longer valid. Please request a new one.";
  await expect.element(screen.getByText(sentence)).toBeVisible();
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(sentence));
  await screen.getByRole("button", { name: "Request a new link" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByLabelText("Email").fill(mei.email);
  await dialog.getByRole("button", { name: "Send reset link" }).click();
  await expect
    .element(dialog.getByText("Password reset email sent! Check your inbox."))
    .toBeVisible();
  await screen.unmount();
  const without = await openLink({}, "/reset-password");
  await expect.element(without.screen.getByText(sentence)).toBeVisible();
});
