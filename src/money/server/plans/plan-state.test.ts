import { describe, expect, test } from "vitest";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { decidePlanChange, planState } from "./plan-state.ts";

const paid = (...plans: PlanName[]) => plans.map((plan) => ({ plan }));

describe("P17: a subscription", () => {
  test.each([
    ["incomplete", false, false],
    ["incomplete_expired", false, false],
    ["trialing", true, true],
    ["active", true, true],
    ["past_due", true, true],
    ["canceled", false, false],
    ["unpaid", false, true],
    ["paused", false, true],
    ["a_new_status", false, true],
  ])("that is %s and was paid for grants its plan: %s, may still bill: %s", (status, ...rest) => {
    const [grantsPlan, isLive] = rest;
    const found = { status, plan: "Super", cancelsAtPeriodEnd: false } as const;
    expect(planState(found, paid("Super"))).toEqual({
      plan: "Super",
      nextPlan: null,
      grantsPlan,
      isLive,
    });
  });

  test.each<[string, PlanName | null, PlanName[], boolean, PlanName | null, PlanName | null]>([
    ["active", "Basic", [], false, "Basic", null],
    ["active", null, [], false, null, null],
    ["incomplete", "Basic", [], false, null, null],
    ["unpaid", "Basic", [], false, null, null],
    ["active", "Premium", ["Basic", "Premium"], false, "Premium", null],
    ["active", "Premium", ["Basic"], false, "Basic", "Premium"],
    ["active", "Basic", ["Super"], false, "Super", "Basic"],
    ["active", "Basic", ["Super", "Basic"], false, "Basic", null],
    ["past_due", "Basic", ["Super"], false, "Super", "Basic"],
    ["active", "Basic", ["Super"], true, "Super", null],
    ["active", null, ["Super"], false, "Super", null],
  ])(
    "%s, billing %s, with invoices paid for %j, cancelling %s: plan %s, then %s",
    (status, billed, plans, cancelsAtPeriodEnd, plan, nextPlan) => {
      const state = planState({ status, plan: billed, cancelsAtPeriodEnd }, paid(...plans));
      expect(state).toMatchObject({ plan, nextPlan });
    },
  );
});

describe("a change of plan", () => {
  const none = null;
  test.each([
    ["Basic", none, "active", false, "Basic", "same_plan"],
    ["Basic", none, "active", false, "Super", "now"],
    ["Super", none, "active", false, "Premium", "now"],
    ["Super", none, "active", false, "Basic", "next_period"],
    ["Super", "Basic", "active", false, "Basic", "nothing"],
    ["Super", "Basic", "active", false, "Super", "next_period"],
    ["Super", "Basic", "active", false, "Premium", "now"],
    ["Premium", "Basic", "active", false, "Super", "next_period"],
    ["Basic", "Premium", "active", false, "Premium", "now"],
    ["Basic", none, "past_due", false, "Super", "overdue"],
    ["Super", none, "past_due", false, "Basic", "overdue"],
    ["Super", "Basic", "past_due", false, "Super", "overdue"],
    ["Basic", none, "active", true, "Premium", "now"],
    ["Premium", none, "active", true, "Basic", "ending"],
  ] as const)(
    "from %s (then %s), %s, cancelling %s, to %s: %s",
    (plan, nextPlan, status, cancelsAtPeriodEnd, wanted, kind) => {
      const current = { plan, nextPlan, status, cancelsAtPeriodEnd };
      expect(decidePlanChange(current, wanted).kind).toBe(kind);
    },
  );
});
