import { expect, test } from "vitest";
import {
  accountEditError,
  differingFields,
  mergedEdit,
  needsReason,
  type AccountFields,
} from "./account-edit.ts";

const mei: AccountFields = {
  fullName: "Mei Tan",
  email: "mei@example.com",
  subscription: "Basic",
  packageQuota: 5,
};

test("two versions differ in the fields that are not equal", () => {
  expect(differingFields(mei, { ...mei })).toEqual([]);
  const other = { fullName: "M", email: "m@x.org", subscription: null, packageQuota: 0 };
  expect(differingFields(mei, other)).toEqual([
    "fullName",
    "email",
    "subscription",
    "packageQuota",
  ]);
});

test("an edit changes its own fields and leaves those that others saved meanwhile", () => {
  const edited = { ...mei, fullName: "Mei Chan" };
  const current = { ...mei, fullName: "M. Tan", packageQuota: 4 };
  expect(mergedEdit(mei, edited, current)).toEqual({ ...current, fullName: "Mei Chan" });
});

test("a name alone needs no reason", () => {
  expect(needsReason([])).toBe(false);
  expect(needsReason(["fullName"])).toBe(false);
  expect(needsReason(["fullName", "packageQuota"])).toBe(true);
});

test.each<[Partial<AccountFields>, string, string | null]>([
  [{}, "", null],
  [{ fullName: "Mei Chan" }, "", null],
  [{ fullName: "  " }, "why", "name_missing"],
  [{ email: " " }, "why", "email_missing"],
  [{ packageQuota: -1 }, "why", "quota_wrong"],
  [{ packageQuota: 1.5 }, "why", "quota_wrong"],
  [{ packageQuota: 1001 }, "why", "quota_wrong"],
  [{ packageQuota: Number.NaN }, "why", "quota_wrong"],
  [{ packageQuota: 1000 }, "why", null],
  [{ subscription: null }, "why", "quota_without_plan"],
  [{ subscription: null, packageQuota: 0 }, "why", null],
  [{ packageQuota: 6 }, " ", "reason_missing"],
  [{ email: "mei@example.org" }, "", "reason_missing"],
])("changing %j for '%s' is rejected with %s", (change, reason, errorCode) => {
  expect(accountEditError(mei, { ...mei, ...change }, reason)).toBe(errorCode);
});
