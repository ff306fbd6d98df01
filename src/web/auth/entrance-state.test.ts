// Where signing in leads, and what is believed of a navigation's state.
import { describe, expect, test } from "vitest";
import type { Person } from "#contract/auth.ts";
import { pageAfterSignIn, readEntranceState } from "./auth-page-state.ts";

const customer: Person = {
  id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e11",
  email: "mei.tan@example.com",
  fullName: "Mei Tan",
  walletBalanceCents: 0,
  subscription: null,
  packageQuota: 0,
  maxWeightGrams: 0,
  isAdmin: false,
};
const admin: Person = { ...customer, isAdmin: true };

describe("after signing in", () => {
  test.each([null, undefined, "", "/", "/pricing", "/login"])(
    "%j is no page to go back to, so everybody goes home",
    (wanted) => {
      expect(pageAfterSignIn(customer, wanted)).toBe("/dashboard");
      expect(pageAfterSignIn(admin, wanted)).toBe("/admin/dashboard");
    },
  );

  test("a customer goes back to the page they came from, with its query", () => {
    expect(pageAfterSignIn(customer, "/dashboard/wallet?tab=history")).toBe(
      "/dashboard/wallet?tab=history",
    );
  });

  test("an admin may go back to either area, a customer not to the office", () => {
    expect(pageAfterSignIn(admin, "/admin/dashboard/users?page=2")).toBe(
      "/admin/dashboard/users?page=2",
    );
    expect(pageAfterSignIn(admin, "/dashboard/packages/new")).toBe("/dashboard/packages/new");
    expect(pageAfterSignIn(customer, "/admin/dashboard/users")).toBe("/dashboard");
    expect(pageAfterSignIn(customer, "/dashboard/../admin/dashboard")).toBe("/dashboard");
  });

  test("staff who scanned a QR code go on to it, a customer does not", () => {
    const scanned = "/scan/6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e11";
    expect(pageAfterSignIn(admin, scanned)).toBe(scanned);
    expect(pageAfterSignIn(customer, scanned)).toBe("/dashboard");
  });

  test.each([
    "//evil.example/dashboard",
    "/\\evil.example/dashboard",
    "https://evil.example/dashboard",
    "javascript:alert(1)",
    "dashboard",
    "/dashboard.evil",
    "/\t/evil.example/dashboard",
    "/dashboards",
  ])("%j leads home, not away", (wanted) => {
    expect(pageAfterSignIn(customer, wanted)).toBe("/dashboard");
  });
});

describe("a navigation's state", () => {
  test("is read as far as it is known", () => {
    const state = { from: "/dashboard", email: "a@b.co", plan: "super", notice: "registered" };
    expect(readEntranceState({ ...state, other: 1 })).toEqual(state);
  });

  test.each([null, undefined, "text", 7, { from: 1, email: null, notice: "made up" }])(
    "%j tells nothing",
    (state) => {
      expect(readEntranceState(state)).toEqual({});
    },
  );
});
