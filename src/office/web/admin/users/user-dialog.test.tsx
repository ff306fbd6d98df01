import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { CountedLimit } from "#platform/contract/limits.ts";
import type { UserDetails } from "#office/contract/admin-users.ts";
import type { EndedPlanPayment } from "#money/contract/plans.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, profileOf, sessionOf, superPlan } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { UserDialog } from "./user-dialog.tsx";
import type { ApiClient } from "#app/web/api.ts";

const complimentaryUser: UserDetails = {
  ...mei,
  ...profileOf({
    address: "1 Quay Street",
    city: "Singapore",
    country: "SG",
    postalCode: "049483",
  }),
  heldCents: 0,
  createdAt: "2031-01-05T08:00:00.000Z",
  updatedAt: "2031-04-02T08:30:00.000Z",
  suspendedAt: null,
  closedAt: null,
  grantedRoles: [],
  isVerified: true,
  hasTwoFactor: false,
  suspensionReason: null,
  memberCode: "S7K32QX",
  plan: { ...superPlan, status: "complimentary" },
};
const billed: UserDetails = { ...complimentaryUser, plan: superPlan };
const expected = { fullName: "Mei Tan", email: mei.email, subscription: "Super", packageQuota: 7 };
const admin = { ...mei, id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e99", isAdmin: true };

const none = { items: [], total: 0 };
const noThings = { packages: none, inboundParcels: none, cases: none };

type Edit = Parameters<ApiClient["users"]["updateUser"]>[0];

async function show(
  user: UserDetails,
  users: FakeAnswers["users"] = {},
  others: Omit<FakeAnswers, "users"> = {},
) {
  await showScreen({
    element: (
      <UserDialog userId={user.id} isCovered={false} onClose={() => {}} onAdjust={() => {}} />
    ),
    path: "/",
    answers: {
      users: { readUser: async () => user, listUserThings: async () => noThings, ...users },
      limits: { listLimits: async () => ({ items: [], total: 0 }) },
      ...others,
      plans: { listEndedPlanPayments: async () => ({ items: [] }), ...others.plans },
      auth: { readSession: async () => sessionOf(admin), ...others.auth },
    },
  });
  return page.getByRole("dialog", { name: "User Details" });
}

async function edit(
  user: UserDetails,
  users: FakeAnswers["users"] = {},
  others: Omit<FakeAnswers, "users"> = {},
) {
  const dialog = await show(user, users, others);
  await dialog.getByRole("button", { name: "Edit" }).click();
  return dialog;
}

test("the facts show where the plan comes from", async () => {
  const dialog = await show(complimentaryUser);
  await expect.element(dialog.getByText(/^Complimentary, refills on/)).toBeVisible();
  await expectAccessible();
});

test("a suspension is shown with its reason", async () => {
  const suspended = {
    ...complimentaryUser,
    suspendedAt: complimentaryUser.updatedAt,
    suspensionReason: "Stolen card",
  };
  const second = await show(suspended);
  await expect.element(second.getByText(/^Suspended since/)).toBeVisible();
  await expect.element(second.getByText("Stolen card")).toBeVisible();
});

test("an unknown user shows a message", async () => {
  const gone = await show(complimentaryUser, {
    readUser: () => Promise.reject(rejected("not_found")),
  });
  await expect.element(gone.getByText("User not found")).toBeVisible();
});

test("a user who cannot be loaded can be retried", async () => {
  let isWell = false;
  const dialog = await show(complimentaryUser, {
    readUser: async () => {
      if (!isWell) throw new ORPCError("internal_error", { status: 500 });
      return complimentaryUser;
    },
  });
  const notified = page.getByText("Failed to load user profiles. Please try again.");
  await expect.poll(() => notified.elements().length).toBe(2);
  isWell = true;
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByRole("button", { name: "Edit" })).toBeVisible();
});

test("a closed account shows its history and no actions", async () => {
  const dialog = await show({ ...complimentaryUser, closedAt: complimentaryUser.updatedAt });
  await expect.element(dialog.getByText(/^Closed on/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Edit" }).elements()).toHaveLength(0);
  expect(dialog.getByRole("button", { name: "Suspend" }).elements()).toHaveLength(0);
});

test("exactly four fields can be edited; changing only the name needs no reason", async () => {
  const sent: Edit[] = [];
  const dialog = await edit(complimentaryUser, {
    updateUser: async (requests) => {
      sent.push(requests);
      return complimentaryUser;
    },
  });
  await expect.element(dialog.getByRole("textbox", { name: "Full name" })).toHaveFocus();
  const labels = [...document.querySelectorAll("[role=dialog] form label")];
  expect(labels.map((label) => label.textContent)).toEqual([
    "Full name *",
    "Email *",
    "Subscription",
    "Package quota",
  ]);
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Full name" }).fill("Mei Chan");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect.element(page.getByText("User updated")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Edit" })).toBeVisible();
  expect(sent).toEqual([
    {
      userId: complimentaryUser.id,
      expectedVersion: expected,
      ...expected,
      fullName: "Mei Chan",
      reason: "",
    },
  ]);
});

test("wrong input stays and shows an error at its field: name, email, quota, reason", async () => {
  const dialog = await edit(complimentaryUser);
  const save = dialog.getByRole("button", { name: "Save changes" });
  const [name, email, quota] = ["Full name", "Email", "Package quota"].map((label) =>
    dialog.getByRole("textbox", { name: label }),
  );
  await name?.fill(" ");
  await save.click();
  await expect.element(dialog.getByText("Please fill in all required fields.")).toBeVisible();
  await name?.fill("Mei Tan");
  await quota?.fill("1.5");
  await save.click();
  await expect
    .element(dialog.getByText("Please enter a whole number from 0 to 1000."))
    .toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Package quota" })).toHaveFocus();
  await quota?.fill("9");
  await save.click();
  await expect.element(dialog.getByText(/^Please enter a reason/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Goodwill");
  await email?.fill("mei at home");
  await save.click();
  await expect.element(dialog.getByText("Please enter a valid email address.")).toBeVisible();
  await expect.element(dialog.getByText(/^The user is logged out on all devices/)).toBeVisible();
});

test("another plan sets its package quota, and no plan sets it to zero", async () => {
  const dialog = await edit(complimentaryUser);
  const quota = dialog.getByRole("textbox", { name: "Package quota" });
  await dialog
    .getByRole("combobox", { name: "Subscription" })
    .or(dialog.getByRole("textbox", { name: "Subscription" }))
    .first()
    .click();
  await page.getByRole("option", { name: "Premium" }).click();
  await expect.element(quota).toHaveValue("12");
  await expect.element(dialog.getByText(/^A plan assigned here is not billed/)).toBeVisible();
});

test("a rejection by the server shows 'Update Failed' and the reason, at its field where it has one", async () => {
  const dialog = await edit(complimentaryUser, {
    updateUser: () => Promise.reject(rejected("email_taken")),
  });
  await dialog.getByRole("textbox", { name: "Email" }).fill("li@example.com");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Asked by phone");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect.element(page.getByText("Update Failed")).toBeVisible();
  await expect.element(dialog.getByText("Another account uses this email address.")).toBeVisible();
  await expect
    .element(dialog.getByRole("textbox", { name: "Email" }))
    .toHaveValue("li@example.com");
});

test("a conflicting edit is shown beside the own one, which can be saved on top of it", async () => {
  const theirs = { ...expected, fullName: "M. Tan", packageQuota: 4 } as const;
  const sent: Edit[] = [];
  const dialog = await edit(complimentaryUser, {
    updateUser: async (requests) => {
      sent.push(requests);
      if (sent.length === 1) throw rejected("conflict", { details: { current: theirs } });
      return complimentaryUser;
    },
  });
  await dialog.getByRole("textbox", { name: "Full name" }).fill("Mei Chan");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect.element(dialog.getByText("Somebody else saved this account first")).toBeVisible();
  await expect.element(page.getByText("Update Failed")).toBeVisible();
  await expect
    .element(dialog.getByRole("row", { name: "Full name M. Tan Mei Chan" }))
    .toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Save mine" }).click();
  await expect.element(page.getByText("User updated")).toBeVisible();
  expect(sent[1]).toEqual({
    userId: complimentaryUser.id,
    expectedVersion: theirs,
    ...theirs,
    fullName: "Mei Chan",
    reason: "",
  });
});

test("the conflicting edit can be taken instead", async () => {
  const theirs = { ...expected, fullName: "M. Tan", packageQuota: 4 };
  const dialog = await edit(complimentaryUser, {
    updateUser: () => Promise.reject(rejected("conflict", { details: { current: theirs } })),
  });
  await dialog.getByRole("textbox", { name: "Full name" }).fill("Mei Chan");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.getByRole("button", { name: "Keep theirs" }).click();
  await expect.element(dialog.getByRole("textbox", { name: "Full name" })).toHaveValue("M. Tan");
  await expect.element(dialog.getByRole("textbox", { name: "Package quota" })).toHaveValue("4");
});

test("a plan that the provider bills must be ended there first, with a reason", async () => {
  const requests: unknown[] = [];
  const dialog = await show(
    billed,
    {},
    {
      plans: {
        endSubscription: async (input) => {
          requests.push(input);
          return { payments: [] };
        },
      },
    },
  );
  await dialog.getByRole("button", { name: "Edit" }).click();
  await expect.element(dialog.getByText(/^The payment provider bills this plan/)).toBeVisible();
  await dialog.getByRole("button", { name: "End subscription" }).click();
  await dialog.getByRole("button", { name: "End subscription" }).click();
  await expect.element(dialog.getByText("Please fill in all required fields.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Asked by phone");
  await dialog.getByRole("button", { name: "End subscription" }).click();
  await expect.element(page.getByText("Subscription ended")).toBeVisible();
  expect(requests).toEqual([{ userId: complimentaryUser.id, reason: "Asked by phone" }]);
});

test("what was paid for a month that an admin ended is said, and refunded with a reason", async () => {
  const paid: EndedPlanPayment = {
    invoiceId: "in_1",
    plan: "Super",
    amountCents: 19_900,
    paidAt: "2031-04-02T08:30:00.000Z",
    periodEndsAt: "2031-05-02T08:30:00.000Z",
    refundedCents: 0,
    refundableCents: 19_900,
  };
  let items: EndedPlanPayment[] = [];
  const requests: unknown[] = [];
  const dialog = await show(
    billed,
    {},
    {
      plans: {
        listEndedPlanPayments: async () => ({ items }),
        endSubscription: async () => {
          items = [paid];
          return { payments: [paid] };
        },
        refundPlanPayment: async (input) => {
          requests.push(input);
          if (requests.length === 1) throw rejected("refund_refused");
          items = [{ ...paid, refundedCents: 19_900, refundableCents: 0 }];
          return items[0] ?? paid;
        },
      },
    },
  );
  await dialog.getByRole("button", { name: "Edit" }).click();
  await dialog.getByRole("button", { name: "End subscription" }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Asked by phone");
  await dialog.getByRole("button", { name: "End subscription" }).click();
  await expect
    .element(dialog.getByText(/^\$199\.00 was paid on .*2031 for Super until .*2031\.$/))
    .toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Refund $199.00" }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The month was cut short");
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect.element(dialog.getByText(/^The payment provider did not refund/)).toBeVisible();
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect.element(page.getByText("Payment refunded")).toBeVisible();
  await expect.element(dialog.getByText("$199.00 was refunded.")).toBeVisible();
  expect(dialog.getByRole("button", { name: /^Refund/ }).elements()).toHaveLength(0);
  const request = { userId: billed.id, invoiceId: "in_1", reason: "The month was cut short" };
  expect(requests).toEqual([request, request]);
});

test("a payment that a dispute decides about is not offered to be refunded", async () => {
  const paid = { invoiceId: "in_1", plan: "Super", amountCents: 19_900, refundedCents: 0 } as const;
  const times = { paidAt: "2031-04-02T08:30:00.000Z", periodEndsAt: "2031-05-02T08:30:00.000Z" };
  const items = [{ ...paid, ...times, refundableCents: 0 }];
  const dialog = await show(
    complimentaryUser,
    {},
    { plans: { listEndedPlanPayments: async () => ({ items }) } },
  );
  await expect.element(dialog.getByText(/^It cannot be refunded here/)).toBeVisible();
  expect(dialog.getByRole("button", { name: /^Refund/ }).elements()).toHaveLength(0);
});

test("an account is suspended with a reason, after reauthentication where required", async () => {
  let isReauthenticated = false;
  const dialog = await show(
    complimentaryUser,
    {
      suspendUser: async () => {
        if (!isReauthenticated) throw rejected("reauthentication_required");
        return complimentaryUser;
      },
    },
    {
      auth: {
        confirmPassword: async () => {
          isReauthenticated = true;
          return { reauthenticatedUntil: complimentaryUser.updatedAt };
        },
      },
    },
  );
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Stolen card");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Suspend account" }).click();
  const reauthentication = page.getByRole("dialog", { name: "Confirm it's you" });
  await reauthentication.getByLabelText("Password", { exact: true }).fill("calm harbour");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Account suspended")).toBeVisible();
});

test("a rejected suspension shows the reason in the form", async () => {
  const dialog = await show(complimentaryUser, {
    suspendUser: () => Promise.reject(rejected("last_admin")),
  });
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Why");
  await dialog.getByRole("button", { name: "Suspend account" }).click();
  await expect
    .element(dialog.getByText("The last administrator cannot be suspended."))
    .toBeVisible();
});

test("a suspension is lifted, with a reason", async () => {
  const suspended = {
    ...complimentaryUser,
    suspendedAt: complimentaryUser.updatedAt,
    suspensionReason: "Stolen card",
  };
  const second = await show(suspended, { restoreUser: async () => complimentaryUser });
  await second.getByRole("button", { name: "Lift suspension" }).click();
  await second.getByRole("textbox", { name: "Reason" }).fill("It was theirs");
  await second.getByRole("button", { name: "Lift suspension" }).click();
  await expect.element(page.getByText("Suspension lifted")).toBeVisible();
});

test("the own account offers no actions that another administrator has to do", async () => {
  const dialog = await edit(
    { ...complimentaryUser, isAdmin: true },
    {},
    { auth: { readSession: async () => sessionOf({ ...mei, isAdmin: true }) } },
  );
  await expect.element(dialog.getByRole("textbox", { name: "Email" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(dialog.getByRole("button", { name: "Suspend" }).elements()).toHaveLength(0);
  expect(dialog.getByRole("button", { name: "Adjust wallet" }).elements()).toHaveLength(0);
});

test("only the user's own limits are listed, and can be lifted", async () => {
  const limit: CountedLimit = {
    limit: "failedSignInsPerAccount",
    who: `${mei.email} 203.0.113.9`,
    attempts: 5,
    mostAttempts: 5,
    withinSeconds: 900,
    isReached: true,
    endsAt: "2031-04-02T08:45:00.000Z",
  };
  let limits = [limit, { ...limit, who: `x${mei.email}` }];
  const lifted: unknown[] = [];
  const dialog = await show(
    complimentaryUser,
    {},
    {
      limits: {
        listLimits: async ({ search }) => {
          const items = limits.filter(({ who }) => who.includes(search ?? ""));
          return { items, total: items.length };
        },
        liftLimit: async (requests) => {
          lifted.push(requests);
          limits = [];
          return {};
        },
      },
    },
  );
  await expect.element(dialog.getByText("5 of 5, until", { exact: false })).toBeVisible();
  const lift = "Lift: Failed logins of an account · 203.0.113.9";
  await dialog.getByRole("button", { name: lift }).click();
  await expect.element(page.getByText("Limit lifted")).toBeVisible();
  await expect.element(dialog.getByText("5 of 5, until", { exact: false })).not.toBeInTheDocument();
  expect(lifted).toEqual([{ limit: limit.limit, who: limit.who }]);
});
