import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { StaffInvitation } from "#people/contract/staff-invitations.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import type { Person } from "#platform/contract/session.ts";
import UsersPage from "./users-page.tsx";

const path = "/admin/dashboard/users";
const admin: Person = { ...mei, isAdmin: true };

function invitationOf(fields: Partial<StaffInvitation>): StaffInvitation {
  return {
    id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e42",
    email: "lok@example.com",
    role: "packer",
    invitedBy: admin.email,
    invitedAt: "2031-05-01T09:00:00.000Z",
    expiresAt: "2031-05-08T09:00:00.000Z",
    isLinkValid: true,
    ...fields,
  };
}

async function show(
  users: FakeAnswers["users"] = {},
  { person = admin, auth = {} }: { person?: Person; auth?: FakeAnswers["auth"] } = {},
) {
  return await showScreen({
    element: <UsersPage />,
    path,
    answers: {
      auth: { readSession: async () => sessionOf(person), ...auth },
      users: {
        listUsers: async () => ({ items: [], total: 0 }),
        listStaffInvitations: async () => ({ items: [] }),
        ...users,
      },
    },
  });
}

async function openDialog(...options: Parameters<typeof show>) {
  const { screen } = await show(...options);
  await screen.getByRole("button", { name: "Invite staff" }).click();
  return page.getByRole("dialog", { name: "Invite staff" });
}

test("sends an invitation after the password, and lists it", async () => {
  const items: StaffInvitation[] = [];
  const sent = vi.fn<(input: unknown) => void>();
  let isConfirmed = false;
  const dialog = await openDialog(
    {
      listStaffInvitations: async () => ({ items }),
      inviteStaff: async (input) => {
        sent(input);
        if (!isConfirmed) throw rejected("reauthentication_required");
        const invitation = invitationOf(input);
        items.push(invitation);
        return invitation;
      },
    },
    {
      auth: {
        confirmPassword: async () => {
          isConfirmed = true;
          return { reauthenticatedUntil: "2031-05-01T09:15:00.000Z" };
        },
      },
    },
  );
  await expect
    .element(dialog.getByRole("heading", { name: "Open invitations" }))
    .not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect.element(dialog.getByText("Please enter your email address.")).toBeVisible();
  await expect.element(dialog.getByText("Please choose a role.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Email" }).fill("lok@example.com");
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Packer" }).click();
  await expect.element(dialog.getByText(/Packs packages and prints labels/)).toBeVisible();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  const password = page.getByRole("dialog", { name: "Confirm it's you" });
  await password.getByLabelText("Password", { exact: true }).fill("a calm harbour at dusk");
  await password.getByRole("button", { name: "Confirm" }).click();
  await expect.element(page.getByText("Invitation sent to lok@example.com")).toBeVisible();
  expect(sent).toHaveBeenCalledTimes(2);
  expect(sent).toHaveBeenLastCalledWith({ email: "lok@example.com", role: "packer" });
  await expect
    .element(dialog.getByText(/^Packer · sent .* by mei.tan@example.com · until /))
    .toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Email" })).toHaveValue("");
  await expect.element(dialog.getByRole("textbox", { name: "Email" })).toHaveFocus();
  await expectAccessible();
});

test("says at the field why an address cannot be invited", async () => {
  const dialog = await openDialog({
    inviteStaff: () => Promise.reject(rejected("invitation_exists")),
  });
  await dialog.getByRole("textbox", { name: "Email" }).fill("lok@example.com");
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Support" }).click();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect
    .element(dialog.getByText(/This address already has an open invitation/))
    .toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Email" })).toHaveFocus();
});

test("an open invitation is sent again or withdrawn, and an ended one says so", async () => {
  const ended = invitationOf({
    id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e43",
    email: "ended@example.com",
    isLinkValid: false,
  });
  const items = [invitationOf({}), ended];
  const calls: string[] = [];
  const dialog = await openDialog({
    listStaffInvitations: async () => ({ items }),
    resendStaffInvitation: async ({ invitationId }) => {
      calls.push(`resend ${invitationId}`);
      return items[1] ?? ended;
    },
    withdrawStaffInvitation: async ({ invitationId }) => {
      calls.push(`withdraw ${invitationId}`);
      items.shift();
      return {};
    },
  });
  await expect.element(dialog.getByText(/link no longer works$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Send again to ended@example.com" }).click();
  await expect.element(page.getByText("Invitation sent to ended@example.com")).toBeVisible();
  await dialog.getByRole("button", { name: "Withdraw the invitation of lok@example.com" }).click();
  await expect.element(page.getByText("Invitation withdrawn")).toBeVisible();
  await expect.element(dialog.getByText("lok@example.com")).not.toBeInTheDocument();
  expect(calls).toEqual([`resend ${ended.id}`, `withdraw ${invitationOf({}).id}`]);
});

test("a list that cannot be loaded is tried again", async () => {
  let isLost = true;
  const dialog = await openDialog({
    listStaffInvitations: async () => {
      if (isLost) throw rejected("unavailable");
      return { items: [invitationOf({})] };
    },
  });
  await expect.element(dialog.getByText("The invitations could not be loaded")).toBeVisible();
  isLost = false;
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByText("lok@example.com", { exact: true })).toBeVisible();
});
