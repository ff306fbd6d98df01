import { expect, type Page } from "@playwright/test";
import { admin } from "./server.ts";
import { linkInVerificationEmail } from "./mailbox.ts";

export type TestCustomer = {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
};

/** A toast or an alert in the page, by its title and description. */
export function toast(page: Page, title: string, description = "") {
  return page
    .getByRole("alert")
    .or(page.getByRole("status"))
    .filter({ hasText: title })
    .filter({ hasText: description })
    .first();
}

/** Fills in the form of registration. */
export async function fillRegistration(page: Page, person: TestCustomer): Promise<void> {
  await page.getByLabel("Full name").fill(person.fullName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
}

/** Submits an empty form and a short password; expects an error for each. */
export async function checkRegistrationErrors(page: Page, person: TestCustomer): Promise<void> {
  const send = page.getByRole("button", { name: "Create account" });
  await send.click();
  await expect(page.getByLabel("Full name")).toBeFocused();
  await expect(page.getByLabel("Full name")).toHaveAccessibleDescription(/enter your full name/);
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/email/);

  await fillRegistration(page, { ...person, password: "12345" });
  await send.click();
  await expect(toast(page, "Registration failed")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/6/);
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
}

/** Registers; expects the login page with the email filled in. */
export async function register(page: Page, person: TestCustomer): Promise<void> {
  await fillRegistration(page, person);
  await page.getByRole("button", { name: "Create account" }).dblclick();
  await expect(
    toast(page, "Account created", "Please check your email to verify your account."),
  ).toBeVisible();
  await expect(
    page.getByText("Registration successful! Check your email to verify your account."),
  ).toBeVisible();
  await page.waitForURL("**/login");
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
}

/** Opens the link of the verification email; expects the dashboard. */
export async function confirmAddress(page: Page, address: string, email: string): Promise<void> {
  await page.goto(await linkInVerificationEmail(page.request, address, email));
  await expect(
    page.getByText("Authentication successful! Redirecting you to the dashboard..."),
  ).toBeVisible();
  await page.waitForURL("**/dashboard");
}

/** Signs in as a customer, with a double click. */
export async function signIn(page: Page, person: TestCustomer): Promise<void> {
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Log in" }).dblclick();
  await expect(
    toast(page, "Login successful", "You have been logged in successfully."),
  ).toBeVisible();
  await page.waitForURL("**/dashboard");
}

/** Signs in as an admin after one wrong password. */
export async function signInAsAdmin(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/admin-login`);
  await page.getByLabel("Admin email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Invalid admin credentials" }).first(),
  ).toBeVisible();
  await expect(page.getByLabel("Admin email")).toHaveValue(admin.email);

  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/admin/dashboard");
}

/** Logs out with the button of the sidebar. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(toast(page, "Logged out successfully")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
}
