import { expect, test, vi } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { errorCatalogue } from "#platform/contract/errors.ts";
import type { Person } from "#platform/contract/session.ts";
import InvitationPage from "./invitation-page.tsx";

type AuthAnswers = NonNullable<FakeAnswers["auth"]>;

const invitation = {
  email: "lok@example.com",
  role: "packer" as const,
  invitedBy: "Ada Wong",
  expiresAt: "2031-05-14T09:00:00.000Z",
  hasAccount: false,
};
const lok: Person = {
  ...mei,
  email: invitation.email,
  fullName: "Lok Chan",
  roles: ["packer"],
  isCustomer: false,
};

/** Opens the link; `signedInAs` is who the session is of until `auth` signs somebody else in. */
async function openLink(
  auth: AuthAnswers,
  {
    signedInAs = null,
    address = "/invitation#token=abc",
  }: { signedInAs?: Person | null; address?: string } = {},
) {
  const session = { person: signedInAs };
  const shown = await showScreen({
    element: <InvitationPage />,
    path: "/invitation",
    address,
    answers: {
      auth: {
        readSession: async () => (session.person === null ? null : sessionOf(session.person)),
        readInvitation: async () => invitation,
        ...auth,
      },
    },
  });
  return { ...shown, signIn: (person: Person | null) => (session.person = person) };
}

test("says who invites to what; name and password make the account, which is signed in on its work", async () => {
  const sent = vi.fn<(input: unknown) => void>();
  const { screen, router, signIn } = await openLink({
    acceptInvitation: async (input) => {
      sent(input);
      signIn(lok);
      return sessionOf(lok);
    },
  });
  await expect
    .element(screen.getByText("Ada Wong invites you to join the staff, with the role Packer."))
    .toBeVisible();
  await expect.element(screen.getByText("Your account will use lok@example.com.")).toBeVisible();
  await vi.waitFor(() => expect(router.state.location.hash).toBe(""));
  await expectAccessible();
  await screen.getByLabelText("Full name").fill("Lok Chan");
  await screen.getByLabelText("Password", { exact: true }).fill("a quiet quay at noon");
  await screen.getByRole("button", { name: "Create account" }).click();
  await expect.element(screen.getByText("You now have the role Packer")).toBeVisible();
  expect(sent).toHaveBeenCalledWith({
    token: "abc",
    fullName: "Lok Chan",
    password: "a quiet quay at noon",
  });
  expect(router.state.location.pathname).toBe("/admin/dashboard/packing");
});

test("a missing name and a weak password are shown at their fields", async () => {
  const sentence = "Password must be at least 6 characters.";
  const { screen } = await openLink({
    acceptInvitation: () => Promise.reject(rejected("weak_password", { sentence })),
  });
  await screen.getByRole("button", { name: "Create account" }).click();
  await expect.element(screen.getByText("Please enter your full name.")).toBeVisible();
  await screen.getByLabelText("Full name").fill("Lok Chan");
  await screen.getByLabelText("Password", { exact: true }).fill("short");
  await screen.getByRole("button", { name: "Create account" }).click();
  await expect.element(screen.getByText(sentence)).toBeVisible();
});

test("an address with an account is asked to log in, and then accepts the role", async () => {
  const sent = vi.fn<(input: unknown) => void>();
  const customer = { ...lok, roles: [], isCustomer: true };
  const { screen, router, signIn } = await openLink({
    readInvitation: async () => ({ ...invitation, hasAccount: true }),
    signIn: async (input) => {
      sent(input);
      signIn(customer);
      return sessionOf(customer);
    },
    acceptInvitedRole: async (input) => {
      sent(input);
      signIn({ ...customer, roles: ["packer"] });
      return {};
    },
  });
  await expect
    .element(screen.getByText("lok@example.com has an account already. Log in to accept the role."))
    .toBeVisible();
  await expect.element(screen.getByLabelText("Email")).toHaveValue("lok@example.com");
  await screen.getByLabelText("Password", { exact: true }).fill("a quiet quay at noon");
  await screen.getByRole("button", { name: "Log in" }).click();
  await expect.element(screen.getByText("You are logged in as lok@example.com.")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Accept role" }).click();
  await expect.element(screen.getByText("You now have the role Packer")).toBeVisible();
  expect(sent.mock.calls).toEqual([
    [{ email: "lok@example.com", password: "a quiet quay at noon" }],
    [{ token: "abc" }],
  ]);
  expect(router.state.location.pathname).toBe("/admin/dashboard/packing");
});

test("an account that was made in the meantime leads to the login", async () => {
  const answers = [invitation, { ...invitation, hasAccount: true }];
  const { screen } = await openLink({
    readInvitation: async () => answers.shift() ?? invitation,
    acceptInvitation: () => Promise.reject(rejected("email_taken")),
  });
  await screen.getByLabelText("Full name").fill("Lok Chan");
  await screen.getByLabelText("Password", { exact: true }).fill("a quiet quay at noon");
  await screen.getByRole("button", { name: "Create account" }).click();
  await expect.element(screen.getByText(/has an account already/)).toBeVisible();
});

test("somebody else who is logged in logs out first", async () => {
  const { screen, signIn } = await openLink(
    {
      signOut: async () => {
        signIn(null);
        return {};
      },
    },
    { signedInAs: mei },
  );
  await expect
    .element(
      screen.getByText(
        "You are logged in as mei.tan@example.com, but this invitation is for lok@example.com. Log out to go on.",
      ),
    )
    .toBeVisible();
  await screen.getByRole("button", { name: "Log out" }).click();
  await expect.element(screen.getByLabelText("Full name")).toBeVisible();
});

test.each([
  "invitation_unknown",
  "invitation_accepted",
  "invitation_withdrawn",
  "invitation_expired",
] as const)("a link with %s says what to do", async (code) => {
  const { screen } = await openLink({ readInvitation: () => Promise.reject(rejected(code)) });
  await expect.element(screen.getByText(errorCatalogue[code].message)).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Go to login" })).toBeVisible();
  await expectAccessible();
});

test("a link without a token says so, and a lost connection can be tried again", async () => {
  const { screen } = await openLink({}, { address: "/invitation" });
  await expect.element(screen.getByText(/This link is incomplete/)).toBeVisible();
  await screen.unmount();
  let isLost = true;
  const lost = await openLink({
    readInvitation: async () => {
      if (isLost) throw new TypeError("Failed to fetch");
      return invitation;
    },
  });
  const retry = lost.screen.getByRole("button", { name: "Try again" });
  await expect.element(retry, { timeout: 15_000 }).toBeVisible();
  isLost = false;
  await retry.click();
  await expect.element(lost.screen.getByLabelText("Full name")).toBeVisible();
});
