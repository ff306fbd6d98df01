import { expect, test } from "vitest";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, type StaffRole } from "#platform/rules/staff-role.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { measured, measuredParcel } from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { PermissionsContext } from "#ui/web/permissions.ts";
import { ParcelFoundGoods } from "./parcel-found-goods.tsx";

const found = { batteries: ["loose" as const], goods: ["lighter" as const] };
const here: StaffInboundParcel = {
  ...measuredParcel,
  measured: { ...measured, found },
  owner: null,
  storageLocationCode: "A-03-2",
  missingSince: null,
};

async function show(options: { role?: StaffRole; parcel?: StaffInboundParcel } = {}) {
  const viewer = { isAdmin: false, roles: [options.role ?? "support"], hasTwoFactor: true };
  const sent: unknown[] = [];
  const covered: boolean[] = [];
  const { screen } = await showScreen({
    element: (
      <PermissionsContext value={(work) => mayUse(viewer, roleAccess[work])}>
        <h1>Parcel</h1>
        <ParcelFoundGoods
          parcel={options.parcel ?? here}
          onCover={(isCovered) => covered.push(isCovered)}
        />
      </PermissionsContext>
    ),
    path: "/",
    address: "/",
    answers: {
      goods: {
        correctItems: async (input) => {
          sent.push(input);
          return { items: [] };
        },
      },
    },
    hasPortals: true,
  });
  return { screen, sent, covered };
}

test("what was found is taken off a parcel that is on its shelf, though no ship request is open", async () => {
  const { screen, sent, covered } = await show();
  await screen.getByRole("button", { name: "Correct what was found" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByRole("textbox", { name: /^Reason/ })).toHaveFocus();
  expect(covered).toEqual([true]);
  const kept = dialog.getByRole("group", { name: "Found by us" });
  expect(kept.getByRole("checkbox").elements()).toHaveLength(2);
  await kept.getByText("Lighter").click();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("Please state the reason.")).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole("textbox", { name: /^Reason/ }).fill("It is a pen");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(covered).toEqual([true, false]);
  expect(sent).toMatchObject([
    {
      inboundParcelId: here.id,
      corrections: [],
      takenOff: { batteries: [], goods: ["lighter"] },
      reason: "It is a pen",
    },
  ]);
});

test.each<[string, Parameters<typeof show>[0]]>([
  ["who may not correct goods", { role: "receiver" }],
  ["of a parcel that has left", { parcel: { ...here, state: "departed" } }],
  ["where nothing was found", { parcel: { ...here, measured } }],
])("nothing is offered: %s", async (_name, options) => {
  const { screen } = await show(options);
  await expect.element(screen.getByRole("heading", { name: "Parcel" })).toBeVisible();
  expect(screen.getByRole("button").elements()).toHaveLength(0);
});
