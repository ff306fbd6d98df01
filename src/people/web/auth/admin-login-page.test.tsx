import { expect, test, vi } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import AdminLoginPage from "./admin-login-page.tsx";

const admin = { ...mei, isAdmin: true };

function showAdminLogin(auth: NonNullable<FakeAnswers["auth"]>) {
  return showScreen({
    element: <AdminLoginPage />,
    path: "/admin-login",
    answers: { auth: { readSession: async () => null, ...auth } },
  });
}

async function signIn(screen: Awaited<ReturnType<typeof showAdminLogin>>["screen"]) {
  await screen.getByLabelText("Admin email").fill("admin@example.com");
  await screen.getByLabelText("Password").fill("correct-password");
  await screen.getByRole("button", { name: "Log in" }).click();
}

test("correct credentials open the admin area", async () => {
  let isSignedIn = false;
  const { screen, router } = await showAdminLogin({
    readSession: async () => (isSignedIn ? sessionOf(admin) : null),
    signInAsAdmin: async () => {
      isSignedIn = true;
      return sessionOf(admin);
    },
  });
  await expect.element(screen.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Return to User Login" }))
    .toHaveAttribute("href", "/login");
  await expectAccessible();
  await signIn(screen);
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/admin/dashboard"));
});

test("wrong credentials show 'Invalid admin credentials'", async () => {
  const { screen } = await showAdminLogin({
    signInAsAdmin: () => Promise.reject(rejected("invalid_admin_credentials")),
  });
  await signIn(screen);
  const form = screen.getByRole("form");
  await expect.element(form.getByText("Invalid admin credentials")).toBeVisible();
  await expect.element(screen.getByLabelText("Admin email")).toHaveValue("admin@example.com");
});

test("any other error shows its reason, or asks to try again", async () => {
  const answer = vi.fn<NonNullable<NonNullable<FakeAnswers["auth"]>["signInAsAdmin"]>>();
  answer
    .mockRejectedValueOnce(rejected("too_many_requests"))
    .mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const { screen } = await showAdminLogin({ signInAsAdmin: answer });
  const form = screen.getByRole("form");
  await signIn(screen);
  await expect
    .element(form.getByText("Too many attempts. Please wait and try again."))
    .toBeVisible();
  await signIn(screen);
  await expect
    .element(form.getByText("Failed to log in. Please check your credentials and try again."))
    .toBeVisible();
});

test("a signed-in admin is redirected to the admin area, a customer to the dashboard", async () => {
  const { router } = await showAdminLogin({ readSession: async () => sessionOf(admin) });
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/admin/dashboard"));
  const customers = await showAdminLogin({ readSession: async () => sessionOf(mei) });
  await vi.waitFor(() => expect(customers.router.state.location.pathname).toBe("/dashboard"));
});
