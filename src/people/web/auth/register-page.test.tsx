import { afterEach, describe, expect, test, vi } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { advanceClock, advanceClockUntilShown, stopClock } from "#test/screen/fake-clock.ts";
import RegisterPage from "./register-page.tsx";

afterEach(() => {
  vi.useRealTimers();
});

type AuthAnswers = NonNullable<FakeAnswers["auth"]>;

function showRegistration(
  options: {
    auth?: AuthAnswers;
    address?: string;
    state?: unknown;
    isRegistrationOpen?: boolean;
  } = {},
) {
  return showScreen({
    element: <RegisterPage />,
    path: "/register",
    address: options.address ?? "/register",
    state: options.state,
    answers: {
      auth: { readSession: async () => null, ...options.auth },
      settings: {
        readPublicSettings: async () => ({
          isSandbox: true,
          hasSandboxMailbox: true,
          supportEmail: null,
          isInMaintenance: false,
          isRegistrationOpen: options.isRegistrationOpen ?? true,
          hasWarehouse: true,
        }),
      },
    },
  });
}

type Screen = Awaited<ReturnType<typeof showRegistration>>["screen"];

async function fill(screen: Screen) {
  await screen.getByLabelText("Full name").fill("Mei Tan");
  await screen.getByLabelText("Email").fill(mei.email);
  await screen.getByLabelText("Password").fill("123456");
}

async function fillAndSend(screen: Screen) {
  await fill(screen);
  await screen.getByRole("button", { name: "Create account" }).click();
}

describe("the chosen plan", () => {
  test.each([
    { address: "/register?plan=super", state: undefined, heading: "Sign up for the Super plan" },
    { address: "/register", state: { plan: "basic" }, heading: "Sign up for the Basic plan" },
    { address: "/register", state: undefined, heading: "Sign up" },
    { address: "/register?plan=gold", state: undefined, heading: "Sign up" },
  ])("$address with $state has the heading '$heading'", async ({ heading, ...visit }) => {
    const { screen } = await showRegistration(visit);
    await expect.element(screen.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  });

  test("is sent with the registration", async () => {
    const signUp = vi.fn<NonNullable<AuthAnswers["signUp"]>>(async () => ({}));
    const { screen } = await showRegistration({
      address: "/register?plan=super",
      auth: { signUp },
    });
    await fillAndSend(screen);
    await vi.waitFor(() => expect(signUp.mock.calls[0]?.[0]).toMatchObject({ plan: "Super" }));
  });
});

test("the form links the terms and the privacy policy, in a new tab so that nothing typed is lost", async () => {
  const { screen } = await showRegistration();
  for (const [name, href] of [
    ["Terms of Service", "/terms"],
    ["Privacy Policy", "/privacy"],
  ] as const) {
    const link = screen.getByRole("form").getByRole("link", { name });
    await expect.element(link).toHaveAttribute("href", href);
    await expect.element(link).toHaveAttribute("target", "_blank");
  }
});

describe("registering", () => {
  test("goes to the login page after 3 s, with the email", async () => {
    const { screen, router } = await showRegistration({ auth: { signUp: async () => ({}) } });
    await fill(screen);
    stopClock();
    (screen.getByRole("button", { name: "Create account" }).element() as HTMLElement).click();
    await advanceClockUntilShown("Registration successful!");
    await advanceClock(2_990);
    expect(router.state.location.pathname).toBe("/register");
    await advanceClock(20);
    expect(router.state.location.pathname).toBe("/login");
    expect(router.state.location.state).toEqual({ email: mei.email, notice: "registered" });
  });

  test("shows success and points to the verification email", async () => {
    const signUp = vi.fn<NonNullable<AuthAnswers["signUp"]>>(async () => ({}));
    const { screen } = await showRegistration({ auth: { signUp } });
    await fillAndSend(screen);
    await expect.element(screen.getByText("Account created")).toBeVisible();
    await expect
      .element(screen.getByText("Please check your email to verify your account."))
      .toBeVisible();
    await expect
      .element(
        screen.getByText("Registration successful! Check your email to verify your account."),
      )
      .toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "sandbox mailbox" }))
      .toHaveAttribute("href", "/sandbox/mail");
    await expectAccessible();
    expect(signUp.mock.calls.map(([input]) => input)).toEqual([
      { fullName: "Mei Tan", email: mei.email, password: "123456" },
    ]);
  });

  test("shows missing input at its field and sends nothing", async () => {
    const { screen } = await showRegistration();
    await screen.getByRole("button", { name: "Create account" }).click();
    await expect.element(screen.getByText("Please enter your full name.")).toBeVisible();
    await expect.element(screen.getByText("Please enter your email address.")).toBeVisible();
    await expect.element(screen.getByText("Please choose a password.")).toBeVisible();
    await expect.element(screen.getByLabelText("Full name")).toHaveFocus();
    await expectAccessible();
  });

  test("shows why a password is weak at its field and keeps all values", async () => {
    const sentence = "Password must be at least 6 characters.";
    const { screen } = await showRegistration({
      auth: { signUp: () => Promise.reject(rejected("weak_password", { sentence })) },
    });
    await fillAndSend(screen);
    const password = screen.getByLabelText("Password");
    await expect.element(screen.getByText("Registration failed")).toBeVisible();
    await expect.element(screen.getByRole("form").getByText(sentence)).toBeVisible();
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveValue("123456");
    await expect.element(screen.getByLabelText("Email")).toHaveValue(mei.email);
  });

  test("shows the server's validation error at its field", async () => {
    const details = { issues: [{ path: ["fullName"], message: "At most 200 characters." }] };
    const { screen } = await showRegistration({
      auth: { signUp: () => Promise.reject(rejected("invalid_input", { details })) },
    });
    await fillAndSend(screen);
    await expect.element(screen.getByText("At most 200 characters.")).toBeVisible();
    await expect.element(screen.getByLabelText("Full name")).toHaveFocus();
  });

  test("shows closed registration instead of the form, with the link to the login page", async () => {
    const { screen } = await showRegistration({ isRegistrationOpen: false });
    await expect
      .element(screen.getByText("New registrations are closed at the moment."))
      .toBeVisible();
    await expect.element(screen.getByLabelText("Email")).not.toBeInTheDocument();
    await expect.element(screen.getByRole("link", { name: "Log in" })).toBeVisible();
    await expectAccessible();
  });

  test("shows a message for closed registration and for a lost connection", async () => {
    const signUp = vi.fn<NonNullable<AuthAnswers["signUp"]>>();
    signUp
      .mockRejectedValueOnce(rejected("registration_closed"))
      .mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const { screen } = await showRegistration({ auth: { signUp } });
    const form = screen.getByRole("form");
    await fillAndSend(screen);
    await expect
      .element(form.getByText("New registrations are closed at the moment."))
      .toBeVisible();
    await screen.getByRole("button", { name: "Create account" }).click();
    await expect.element(form.getByText("An error occurred during registration")).toBeVisible();
  });

  test("redirects a signed-in user to the home page", async () => {
    const { router } = await showRegistration({
      auth: { readSession: async () => sessionOf(mei) },
    });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });
});
