import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { UserDetails } from "#office/contract/admin-users.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, type StaffMember, type StaffRole } from "#platform/rules/staff-role.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, profileOf, sessionOf, superPlan } from "#test/screen/users.ts";
import { PermissionsContext, WarehouseEnteredContext } from "#ui/web/permissions.ts";
import { UserDialog } from "./user-dialog.tsx";

const admin = { ...mei, id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e99", isAdmin: true };

function userWith(roles: readonly StaffRole[]): UserDetails {
  return {
    ...mei,
    ...profileOf({
      address: "1 Quay Street",
      city: "Singapore",
      country: "SG",
      postalCode: "049483",
    }),
    memberCode: null,
    heldCents: 0,
    createdAt: "2031-01-05T08:00:00.000Z",
    updatedAt: "2031-04-02T08:30:00.000Z",
    suspendedAt: null,
    closedAt: null,
    isVerified: true,
    suspensionReason: null,
    plan: superPlan,
    roles: [...roles],
    grantedRoles: roles.map((role) => ({
      role,
      grantedAt: "2031-02-03T08:00:00.000Z",
      grantedBy: "ada@example.com",
    })),
  };
}

const none = { items: [], total: 0 };
const noThings = { packages: none, inboundParcels: none, cases: none };

/** Shows the dialog of a user; `calls` collects what was granted and ended. */
async function show(options: {
  roles: readonly StaffRole[];
  viewer?: StaffMember;
  users?: FakeAnswers["users"];
  confirmPassword?: () => Promise<{ reauthenticatedUntil: string }>;
  hasWarehouse?: boolean;
}) {
  const calls: unknown[] = [];
  const { viewer = admin, confirmPassword } = options;
  let user = userWith(options.roles);
  await showScreen({
    element: (
      <PermissionsContext value={(work) => mayUse(viewer, roleAccess[work])}>
        <WarehouseEnteredContext value={options.hasWarehouse ?? true}>
          <UserDialog userId={mei.id} isCovered={false} onClose={() => {}} onAdjust={() => {}} />
        </WarehouseEnteredContext>
      </PermissionsContext>
    ),
    path: "/",
    answers: {
      users: {
        readUser: async () => user,
        listUserThings: async () => noThings,
        grantStaffRole: async (input) => {
          calls.push(["grant", input.role]);
          user = userWith([...user.roles, input.role]);
          return user;
        },
        endStaffRole: async (input) => {
          calls.push(["end", input.role]);
          user = userWith(user.roles.filter((role) => role !== input.role));
          return user;
        },
        ...options.users,
      },
      limits: { listLimits: async () => ({ items: [], total: 0 }) },
      auth: {
        readSession: async () => sessionOf(admin),
        ...(confirmPassword && { confirmPassword }),
      },
    },
  });
  const dialog = page.getByRole("dialog", { name: "User Details" });
  await expect.element(dialog.getByText(mei.email).first()).toBeVisible();
  return { dialog, calls, roles: dialog.getByRole("region", { name: "Roles" }) };
}

async function choose(roles: Awaited<ReturnType<typeof show>>["roles"], name: string) {
  await roles.getByRole("combobox", { name: "Role to grant" }).click();
  await page.getByRole("option", { name, exact: true }).click();
}

test("an admin grants a role, whose meaning is shown first", async () => {
  const { roles, calls } = await show({ roles: [] });
  await expect.element(roles.getByText("This user has no role.")).toBeVisible();
  await roles.getByRole("button", { name: "Grant role" }).click();
  await expect.element(roles.getByText("Please choose a role.")).toBeVisible();
  await choose(roles, "Packer");
  await expect.element(roles.getByText(/^Packs packages and prints labels/)).toBeVisible();
  await roles.getByRole("button", { name: "Grant role" }).click();
  await expect
    .element(page.getByText("mei.tan@example.com now has the role Packer."))
    .toBeVisible();
  await expect.element(roles.getByText(/granted by ada@example.com/)).toBeVisible();
  expect(calls).toEqual([["grant", "packer"]]);
  await expectAccessible();
});

test("before a warehouse no role is for what is done there", async () => {
  const { roles } = await show({ roles: [], hasWarehouse: false });
  for (const name of ["Packer", "Receiver"]) {
    await choose(roles, name);
    await expect.element(roles.getByText(/^(Prints the labels|Sees packages)/)).toBeVisible();
    await expect.element(roles.getByText(/Packs|parcels/)).not.toBeInTheDocument();
  }
});

test("a role that the user has is not offered again", async () => {
  const { roles } = await show({ roles: ["packer"] });
  await roles.getByRole("combobox", { name: "Role to grant" }).click();
  await expect.element(page.getByRole("option", { name: "Receiver" })).toBeVisible();
  const options = page.getByRole("option").elements();
  expect(options.map((option) => option.textContent)).toEqual([
    "Receiver",
    "Support",
    "Finance",
    "Manager",
  ]);
});

test("an admin ends a role after a confirmation", async () => {
  const { roles, calls } = await show({ roles: ["packer", "support"] });
  await roles.getByRole("button", { name: "End role: Packer" }).click();
  const confirmation = page.getByRole("dialog", { name: "End the role Packer?" });
  await expect
    .element(confirmation.getByText(/can no longer use the pages of this role/))
    .toBeVisible();
  await expectAccessible();
  await confirmation.getByRole("button", { name: "End role" }).click();
  await expect
    .element(page.getByText("mei.tan@example.com no longer has the role Packer."))
    .toBeVisible();
  expect(calls).toEqual([["end", "packer"]]);
  await expect
    .element(roles.getByRole("button", { name: "End role: Packer" }))
    .not.toBeInTheDocument();
});

test("the password is asked for where it is required, and the choice stays", async () => {
  let isConfirmed = false;
  const { roles } = await show({
    roles: [],
    confirmPassword: async () => {
      isConfirmed = true;
      return { reauthenticatedUntil: "2031-04-02T09:00:00.000Z" };
    },
    users: {
      grantStaffRole: async ({ role }) => {
        if (!isConfirmed) throw rejected("reauthentication_required");
        return userWith([role]);
      },
    },
  });
  await choose(roles, "Finance");
  await roles.getByRole("button", { name: "Grant role" }).click();
  await page.getByLabelText("Password").fill("a calm harbour at dusk");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect
    .element(page.getByText("mei.tan@example.com now has the role Finance."))
    .toBeVisible();
});

test("a rejection shows its reason", async () => {
  const { roles } = await show({
    roles: [],
    users: { grantStaffRole: () => Promise.reject(rejected("user_not_verified")) },
  });
  await choose(roles, "Packer");
  await roles.getByRole("button", { name: "Grant role" }).click();
  await expect
    .element(page.getByText("This user has not verified their email address yet."))
    .toBeVisible();
});

test("other roles see who has which, and change nothing", async () => {
  const viewer = { isAdmin: false, roles: ["manager"], hasTwoFactor: true } as const;
  const { dialog, roles } = await show({ roles: ["support"], viewer });
  await expect.element(roles.getByText("Support", { exact: true })).toBeVisible();
  expect(roles.getByRole("button").elements()).toEqual([]);
  await expect.element(dialog.getByRole("button", { name: "Edit" })).not.toBeInTheDocument();
  await expect.element(dialog.getByRole("button", { name: "Adjust wallet" })).toBeVisible();
});

test("support sees no wallet", async () => {
  const viewer = { isAdmin: false, roles: ["support"], hasTwoFactor: true } as const;
  const withoutMoney = { ...userWith([]), walletBalanceCents: null, heldCents: null };
  const { dialog } = await show({
    roles: [],
    viewer,
    users: { readUser: async () => withoutMoney },
  });
  await expect.element(dialog.getByText("Wallet balance")).not.toBeInTheDocument();
  await expect
    .element(dialog.getByRole("button", { name: "Adjust wallet" }))
    .not.toBeInTheDocument();
});
