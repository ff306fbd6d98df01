import { describe, expect, test } from "vitest";
import type { Person } from "#platform/contract/session.ts";
import { pageAfterSignIn, parseAuthPageState } from "./auth-page-state.ts";

const customer: Person = {
  id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e11",
  email: "mei.tan@example.com",
  fullName: "Mei Tan",
  walletBalanceCents: 0,
  subscription: null,
  packageQuota: 0,
  maxWeightGrams: 0,
  displayCurrency: "USD",
  isAdmin: false,
  roles: [],
  hasTwoFactor: false,
  isCustomer: true,
  isWarehouseEntered: false,
  language: "en",
};
const admin: Person = { ...customer, isAdmin: true };

describe("after signing in", () => {
  test.each([null, undefined, "", "/", "/pricing", "/login"])(
    "%j is not a page to return to, so the home page opens",
    (requestedPath) => {
      expect(pageAfterSignIn(customer, requestedPath)).toBe("/dashboard");
      expect(pageAfterSignIn(admin, requestedPath)).toBe("/admin/dashboard");
    },
  );

  test("a customer returns to the previous page, with its query", () => {
    expect(pageAfterSignIn(customer, "/dashboard/wallet?tab=history")).toBe(
      "/dashboard/wallet?tab=history",
    );
  });

  test("an admin may return to both areas, a customer only to the dashboard", () => {
    expect(pageAfterSignIn(admin, "/admin/dashboard/users?page=2")).toBe(
      "/admin/dashboard/users?page=2",
    );
    expect(pageAfterSignIn(admin, "/dashboard/packages/new")).toBe("/dashboard/packages/new");
    expect(pageAfterSignIn(customer, "/admin/dashboard/users")).toBe("/dashboard");
    expect(pageAfterSignIn(customer, "/dashboard/../admin/dashboard")).toBe("/dashboard");
  });

  test("an admin who scanned a QR code continues to it, a customer does not", () => {
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
  ])("%j opens the home page, never another site", (requestedPath) => {
    expect(pageAfterSignIn(customer, requestedPath)).toBe("/dashboard");
  });
});

describe("navigation state", () => {
  test("is parsed for its known fields", () => {
    const state = { from: "/dashboard", email: "a@b.co", plan: "super", notice: "registered" };
    expect(parseAuthPageState({ ...state, other: 1 })).toEqual(state);
  });

  test.each([null, undefined, "text", 7, { from: 1, email: null, notice: "made up" }])(
    "%j is parsed as empty",
    (state) => {
      expect(parseAuthPageState(state)).toEqual({});
    },
  );
});

test("somebody with a role goes to their work, or back to the page there that they came from", () => {
  const packer = { ...customer, roles: ["packer" as const] };
  expect(pageAfterSignIn({ ...packer, isWarehouseEntered: true }, null)).toBe(
    "/admin/dashboard/packing",
  );
  expect(pageAfterSignIn({ ...packer, isWarehouseEntered: false }, null)).toBe(
    "/admin/dashboard/shipments",
  );
  expect(pageAfterSignIn(packer, "/scan/1")).toBe("/scan/1");
  expect(pageAfterSignIn(packer, "/dashboard/wallet")).toBe("/dashboard/wallet");
  expect(pageAfterSignIn(customer, "/scan/1")).toBe("/dashboard");
  expect(pageAfterSignIn(packer, "/a/7KQ2XW9D")).toBe("/a/7KQ2XW9D");
  expect(pageAfterSignIn(customer, "/a/7KQ2XW9D")).toBe("/dashboard");
});
