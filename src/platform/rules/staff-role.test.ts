import { describe, expect, test } from "vitest";
import { isStaff, hasStaffAccess, mayUse, mustSetUpTwoFactor, staffRoles } from "./staff-role.ts";

const nobody = { isAdmin: false, roles: [], hasTwoFactor: true } as const;
const admin = { ...nobody, isAdmin: true } as const;

test.each(staffRoles)(
  "%s has what names the role, and of what names another only a manager",
  (role) => {
    const member = { ...nobody, roles: [role] };
    expect(isStaff(member)).toBe(true);
    for (const other of staffRoles) {
      const hasAccess = hasStaffAccess(member, { roles: [other] });
      expect(hasAccess).toBe(role === other || role === "manager");
    }
    expect(hasStaffAccess(member, "admin")).toBe(false);
  },
);

test("an admin has everything, and a customer nothing", () => {
  for (const access of [...staffRoles.map((role) => ({ roles: [role] })), "admin"] as const) {
    expect([hasStaffAccess(admin, access), hasStaffAccess(nobody, access)]).toEqual([true, false]);
  }
  expect([isStaff(admin), isStaff(nobody)]).toEqual([true, false]);
});

describe("without two-factor authentication", () => {
  test.each([
    ["receiver", false],
    ["packer", false],
    ["support", false],
    ["finance", true],
    ["manager", true],
  ] as const)("the role %s must set it up: %s", (role, expected) => {
    const member = { ...nobody, roles: [role], hasTwoFactor: false };
    expect(mustSetUpTwoFactor(member)).toBe(expected);
    expect(mayUse(member, { roles: [role] })).toBe(!expected);
    expect(mayUse({ ...member, hasTwoFactor: true }, { roles: [role] })).toBe(true);
  });

  test("one role that requires it blocks the others too, and an admin is not blocked", () => {
    const member = { ...nobody, roles: ["packer", "finance"] as const, hasTwoFactor: false };
    expect(mayUse(member, { roles: ["packer"] })).toBe(false);
    expect(mayUse({ ...admin, hasTwoFactor: false }, "admin")).toBe(true);
  });
});
