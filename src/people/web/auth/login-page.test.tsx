import { describe, expect, test, vi } from "vitest";
import type { Person } from "#platform/contract/session.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import LoginPage from "./login-page.tsx";

type AuthAnswers = NonNullable<FakeAnswers["auth"]>;

/** Shows the login page; `person` can sign in with any password. */
function showLogin(
  options: {
    person?: Person;
    auth?: AuthAnswers;
    address?: string;
    state?: unknown;
    hasSandboxMailbox?: boolean;
    isSignedIn?: boolean;
  } = {},
) {
  const person = options.person ?? mei;
  let isSignedIn = options.isSignedIn ?? false;
  return showScreen({
    element: <LoginPage />,
    path: "/login",
    address: options.address ?? "/login",
    state: options.state,
    answers: {
      auth: {
        readSession: async () => (isSignedIn ? sessionOf(person) : null),
        signIn: async () => {
          isSignedIn = true;
          return sessionOf(person);
        },
        ...options.auth,
      },
      settings: {
        readPublicSettings: async () => ({
          isSandbox: true,
          hasSandboxMailbox: options.hasSandboxMailbox ?? false,
          supportEmail: null,
          isInMaintenance: false,
          isRegistrationOpen: true,
          hasWarehouse: true,
        }),
      },
    },
  });
}

type Screen = Awaited<ReturnType<typeof showLogin>>["screen"];

async function signIn(screen: Screen, email = mei.email, password = "correct-password") {
  await screen.getByLabelText("Email").fill(email);
  await screen.getByLabelText("Password").fill(password);
  await screen.getByRole("button", { name: "Log in" }).click();
}

describe("signing in", () => {
  test("shows a toast and leads a customer to the dashboard", async () => {
    const { screen, router } = await showLogin();
    await expect.element(screen.getByRole("heading", { name: "Login" })).toBeVisible();
    expect(document.title).toMatch(/^Login/);
    await signIn(screen);
    await expect.element(screen.getByText("Login successful")).toBeVisible();
    await expect.element(screen.getByText("You have been logged in successfully.")).toBeVisible();
    expect(router.state.location.pathname).toBe("/dashboard");
  });

  test("leads an admin to the admin area", async () => {
    const { screen, router } = await showLogin({ person: { ...mei, isAdmin: true } });
    await signIn(screen);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe("/admin/dashboard"));
  });

  test("leads back to the page that required signing in", async () => {
    const { screen, router } = await showLogin({
      state: { from: "/dashboard/wallet?tab=history" },
    });
    await signIn(screen);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/wallet"));
    expect(router.state.location.search).toBe("?tab=history");
  });

  test("is submitted once, also with Enter", async () => {
    const signInAnswer = vi.fn<NonNullable<AuthAnswers["signIn"]>>(
      () => new Promise(() => undefined),
    );
    const { screen } = await showLogin({ auth: { signIn: signInAnswer } });
    await screen.getByLabelText("Email").fill(" mei.tan@example.com ");
    const password = screen.getByLabelText("Password");
    await password.fill("correct-password");
    const form = password.element().closest("form");
    form?.requestSubmit();
    await vi.waitFor(() => expect(signInAnswer).toHaveBeenCalledTimes(1));
    await expect.element(screen.getByRole("button", { name: "Log in" })).toBeDisabled();
    expect(signInAnswer.mock.calls[0]?.[0]).toEqual({
      email: "mei.tan@example.com",
      password: "correct-password",
    });
  });

  test("redirects a signed-in user to the requested page", async () => {
    const { router } = await showLogin({
      isSignedIn: true,
      address: "/login?next=%2Fdashboard%2Fprofile",
    });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/profile"));
  });

  test("says that the session has ended where a link to a file led here", async () => {
    const { screen } = await showLogin({ address: "/login?next=%2Fdashboard%2Fwallet&ended=yes" });
    await expect
      .element(screen.getByText("Your session has ended. Log in again to continue."))
      .toBeVisible();
  });

  test("shows a new customer the email filled in and the next step", async () => {
    const { screen } = await showLogin({
      state: { email: mei.email, notice: "registered" },
      hasSandboxMailbox: true,
    });
    await expect.element(screen.getByLabelText("Email")).toHaveValue(mei.email);
    await expect.element(screen.getByLabelText("Password")).toHaveFocus();
    await expect
      .element(
        screen.getByText("Registration successful! Check your email to verify your account."),
      )
      .toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "sandbox mailbox" }))
      .toHaveAttribute("href", "/sandbox/mail");
    await expectAccessible();
  });

  test("links to the registration page", async () => {
    const { screen } = await showLogin();
    await expect
      .element(screen.getByRole("link", { name: "Sign up" }))
      .toHaveAttribute("href", "/register");
  });

  test("the password can be shown and hidden again", async () => {
    const { screen } = await showLogin();
    const password = screen.getByLabelText("Password");
    const toggle = screen.getByRole("button", { name: "Show password" });
    await password.fill("correct-password");
    await expect.element(password).toHaveAttribute("type", "password");
    await toggle.click();
    await expect.element(password).toHaveAttribute("type", "text");
    await toggle.click();
    await expect.element(password).toHaveAttribute("type", "password");
    await expect.element(password).toHaveValue("correct-password");
  });
});

describe("a failed login", () => {
  test("is no longer shown once another attempt succeeds", async () => {
    let isIn = false;
    const { screen } = await showLogin({
      auth: {
        readSession: async () => (isIn ? sessionOf(mei) : null),
        signIn: async ({ password }) => {
          if (password === "wrong-password") throw rejected("invalid_credentials");
          isIn = true;
          return sessionOf(mei);
        },
      },
    });
    await signIn(screen, mei.email, "wrong-password");
    await expect.element(screen.getByText("Login failed")).toBeVisible();
    await signIn(screen);
    await expect.element(screen.getByText("Login successful")).toBeVisible();
    await expect.element(screen.getByText("Login failed")).not.toBeInTheDocument();
  });

  test("shows missing and malformed input at its field and sends nothing", async () => {
    const { screen } = await showLogin({
      auth: { signIn: () => Promise.reject(new Error("Nothing may be sent.")) },
    });
    await screen.getByRole("button", { name: "Log in" }).click();
    await expect.element(screen.getByText("Please enter your email address.")).toBeVisible();
    await expect.element(screen.getByText("Please enter your password.")).toBeVisible();
    await expect.element(screen.getByLabelText("Email")).toHaveFocus();
    await signIn(screen, "mei");
    await expect.element(screen.getByText("Please enter a valid email address.")).toBeVisible();
    await expectAccessible();
  });

  test("shows the server's reason in a toast and above the fields, which keep their values", async () => {
    const { screen } = await showLogin({
      auth: { signIn: () => Promise.reject(rejected("invalid_credentials")) },
    });
    await signIn(screen);
    await expect.element(screen.getByText("Login failed")).toBeVisible();
    const form = screen.getByRole("form", { name: "Login" });
    await expect.element(form.getByText("Failed to log in. Please try again.")).toBeVisible();
    await expect.element(form.getByText("Invalid email or password.")).toBeVisible();
    await expect.element(screen.getByLabelText("Email")).toHaveValue(mei.email);
    await expect.element(screen.getByLabelText("Password")).toHaveValue("correct-password");
    await expectAccessible();
  });

  test("shows a message when the connection is lost", async () => {
    const { screen } = await showLogin({
      auth: { signIn: () => Promise.reject(new TypeError("Failed to fetch")) },
    });
    await signIn(screen);
    await expect.element(screen.getByText("An error occurred during login")).toBeVisible();
    await expect.element(screen.getByText("Failed to log in. Please try again.")).toBeVisible();
  });

  test("shows an error when the user's data cannot be retrieved afterwards", async () => {
    const { screen } = await showLogin({ auth: { readSession: async () => null } });
    await signIn(screen);
    await expect
      .element(screen.getByRole("form").getByText(/^Unable to retrieve user data/))
      .toBeVisible();
  });

  test("offers an unverified user a new verification email", async () => {
    const resend = vi.fn<NonNullable<AuthAnswers["resendVerification"]>>(async () => ({}));
    const { screen } = await showLogin({
      auth: {
        signIn: () => Promise.reject(rejected("email_not_verified")),
        resendVerification: resend,
      },
    });
    await signIn(screen);
    await screen.getByRole("button", { name: "Send the link again" }).click();
    await expect.element(screen.getByText(/an email is on its way/)).toBeVisible();
    expect(resend.mock.calls[0]?.[0]).toEqual({ email: mei.email });
  });

  test("asks for the email before it sends a new link for an expired one", async () => {
    const resend = vi.fn<NonNullable<AuthAnswers["resendVerification"]>>();
    resend.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValueOnce({});
    const { screen } = await showLogin({
      state: { notice: "link_not_valid" },
      auth: { resendVerification: resend },
    });
    const button = screen.getByRole("button", { name: "Send the link again" });
    await button.click();
    await expect.element(screen.getByText("Please enter your email address.")).toBeVisible();
    await expect.element(screen.getByLabelText("Email")).toHaveFocus();
    expect(resend).not.toHaveBeenCalled();
    await screen.getByLabelText("Email").fill(mei.email);
    await button.click();
    await expect
      .element(screen.getByText("The email could not be sent. Please try again."))
      .toBeVisible();
    await button.click();
    await expect.element(screen.getByText(/an email is on its way/)).toBeVisible();
  });
});

describe("a forgotten password", () => {
  const linkText = "Forgot your password?";

  test("sends a reset link by email without trying to log in", async () => {
    const request = vi.fn<NonNullable<AuthAnswers["requestPasswordReset"]>>(async () => ({}));
    const { screen } = await showLogin({ auth: { requestPasswordReset: request } });
    await screen.getByLabelText("Email").fill(mei.email);
    await screen.getByRole("button", { name: linkText }).click();
    const dialog = screen.getByRole("dialog", { name: "Reset your password" });
    await expect.element(dialog.getByLabelText("Email")).toHaveValue(mei.email);
    await dialog.getByRole("button", { name: "Send reset link" }).click();
    await expect
      .element(dialog.getByText("Password reset email sent! Check your inbox."))
      .toBeVisible();
    // The dialog explains why no email may arrive: no account, or a second request within a minute.
    const deliveryNote =
      "We only send emails to addresses that have an account, and at most one email per minute.";
    await expect.element(dialog.getByText(deliveryNote)).toBeVisible();
    expect(request.mock.calls[0]?.[0]).toEqual({ email: mei.email });
    expect(screen.getByText("Please enter your password.").query()).toBeNull();
    await expectAccessible();
  });

  test("requires an email and shows an error when sending fails", async () => {
    const { screen } = await showLogin({
      auth: { requestPasswordReset: () => Promise.reject(rejected("unavailable")) },
    });
    await screen.getByRole("button", { name: linkText }).click();
    const dialog = screen.getByRole("dialog", { name: "Reset your password" });
    const send = dialog.getByRole("button", { name: "Send reset link" });
    await send.click();
    await expect.element(dialog.getByText("Please enter your email address.")).toBeVisible();
    await dialog.getByLabelText("Email").fill(mei.email);
    await send.click();
    await expect
      .element(dialog.getByText("Failed to send reset email. Please try again."))
      .toBeVisible();
    await expect.element(dialog.getByLabelText("Email")).toHaveValue(mei.email);
  });
});
