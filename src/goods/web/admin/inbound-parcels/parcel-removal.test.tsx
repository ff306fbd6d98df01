import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { StaffParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, type StaffRole } from "#platform/rules/staff-role.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { pictureUrl } from "#test/screen/packing-requests.ts";
import { measuredParcel, parcelImage } from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { PermissionsContext } from "#ui/web/permissions.ts";
import { RemovalButton } from "./parcel-removal.tsx";
import InboundParcelsPage from "./inbound-parcels-page.tsx";

beforeEach(() => page.viewport(1280, 800));

type Removals = NonNullable<FakeAnswers["parcelRemovals"]>;
type Asked = Parameters<NonNullable<Removals["requestParcelRemoval"]>>[0];

const owner: StaffInboundParcel["owner"] = {
  userId: "00000000-0000-4000-8000-000000000002",
  nameInitial: "M",
  memberCode: "S7K32QX",
  plan: "Super",
  email: null,
  accountState: "active",
};
const here: StaffInboundParcel = {
  ...measuredParcel,
  owner,
  storageLocationCode: "A-03-2",
  missingSince: null,
};
const removal: StaffParcelRemoval = {
  id: "00000000-0000-4000-8000-000000000801",
  kind: "dispose",
  state: "asked",
  ground: "long_stored",
  consent: "",
  reason: "Nobody answers",
  imageId: parcelImage(1).id,
  noticeUntil: "2031-04-12",
  createdAt: "2031-04-05T02:00:00.000Z",
  decidedAt: null,
  decisionReason: "",
  isAskedByReader: false,
  askedByEmail: "rita@example.com",
  decidedByEmail: null,
};

async function showParcel(
  options: {
    role?: StaffRole;
    parcel?: StaffInboundParcel;
    removal?: StaffParcelRemoval | null;
    removals?: Removals;
  } = {},
) {
  const { parcel = here } = options;
  const viewer = { isAdmin: false, roles: [options.role ?? "packer"], hasTwoFactor: true };
  const counts = {
    all: 1,
    awaited: 0,
    here: 1,
    unmatched: 0,
    overdue: 0,
    long_stored: 0,
    removal_asked: 1,
    proof_sent: 0,
    gone: 0,
  };
  const { screen } = await showScreen({
    element: (
      <PermissionsContext value={(work) => mayUse(viewer, roleAccess[work])}>
        <InboundParcelsPage />
      </PermissionsContext>
    ),
    path: "/admin/dashboard/inbound-parcels",
    address: `/admin/dashboard/inbound-parcels?filter=removal_asked&parcel=${parcel.id}`,
    answers: {
      parcelRemovals: options.removals ?? {},
      inboundParcels: {
        listAllInboundParcels: async () => ({ items: [parcel], total: 1, counts }),
        readAnyInboundParcel: async () => ({
          goodsItems: [],
          warnings: [],
          parcel,
          images: [parcelImage(1)],
          carrierEvents: [],
          records: [],
          events: [],
          removal: options.removal ?? null,
          proof: null,
        }),
      },
    },
  });
  return screen;
}

async function showButton(parcel: StaffInboundParcel, parcelRemovals: Removals = {}) {
  const { screen } = await showScreen({
    element: <RemovalButton parcel={parcel} onCover={() => undefined} />,
    path: "/",
    address: "/",
    answers: { parcelRemovals },
  });
  return screen;
}

const asked = { parcel: { ...here, removalAsked: "dispose" as const }, removal };

async function aPicture(name = "parcel.gif"): Promise<File> {
  const bytes = await (await fetch(pictureUrl)).blob();
  return new File([bytes], name, { type: "image/gif" });
}

test("a packer asks with ground, reason and photo, each of which is asked for", async () => {
  const sent: Asked[] = [];
  const screen = await showButton(here, {
    requestParcelRemoval: async (input) => {
      sent.push(input);
      if (sent.length === 1)
        throw rejected("removal_not_allowed", { sentence: "From April 20 on." });
      return removal;
    },
  });
  await screen.getByRole("button", { name: "Return or dispose" }).click();
  const dialog = screen.getByRole("dialog", { name: "SF4000000000002: return or dispose" });
  const request = dialog.getByRole("button", { name: "Request" });
  await expect.element(request).toBeVisible();
  await request.click();
  await expect.element(dialog.getByText("Please state where the owner agreed.")).toBeVisible();
  await expect.element(dialog.getByText("Please state the reason.")).toBeVisible();
  await expect.element(dialog.getByText("Please take a photo of the parcel.")).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Where the owner agreed" }).fill("Case C00012");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Nobody answers");
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await page.elementLocator(input ?? document.body).upload(await aPicture());
  await expect.element(dialog.getByText("parcel.gif")).toBeVisible();
  await page.elementLocator(input ?? document.body).upload(await aPicture("other.gif"));
  await expect.element(dialog.getByText("other.gif")).toBeVisible();
  await expect.element(dialog.getByText("parcel.gif")).not.toBeInTheDocument();
  await request.click();
  await expect.element(dialog.getByText("From April 20 on.")).toBeVisible();
  await dialog.getByRole("radio", { name: "Dispose of" }).click();
  await dialog.getByRole("radio", { name: "Stored for too long" }).click();
  await expect.element(dialog.getByText("Where the owner agreed")).not.toBeInTheDocument();
  await request.click();
  await expect.poll(() => shownToasts()).toContain("Requested. A second person confirms it.");
  expect(sent[1]).toMatchObject({
    kind: "dispose",
    ground: "long_stored",
    reason: "Nobody answers",
  });
  expect(sent[1]?.file).toBeInstanceOf(File);
  expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
});

test("nobody can have agreed to what has no known owner", async () => {
  const screen = await showButton({ ...here, owner: null });
  await screen.getByRole("button", { name: "Return or dispose" }).click();
  await expect.element(screen.getByRole("radio", { name: "Stored for too long" })).toBeChecked();
  await expect.element(screen.getByText("Its owner agreed")).not.toBeInTheDocument();
});

test("a second person reads who asked for what and why, and confirms after a question", async () => {
  const sent: unknown[] = [];
  const screen = await showParcel({
    ...asked,
    role: "support",
    removals: {
      confirmParcelRemoval: async (input) => {
        sent.push(input);
        return {};
      },
    },
  });
  const dialog = screen.getByRole("dialog", { name: "Inbound parcel SF4000000000002" });
  for (const text of ["Disposal requested", "Nobody answers", "Apr 12, 2031"]) {
    await expect.element(dialog.getByText(text)).toBeVisible();
  }
  await expect.element(dialog.getByText(/rita@example.com/)).toBeVisible();
  await expect.element(dialog.getByText("To dispose of")).toBeVisible();
  await expect
    .element(dialog.getByRole("button", { name: "Undo receiving" }))
    .not.toBeInTheDocument();
  await expect
    .element(dialog.getByRole("button", { name: "Return or dispose" }))
    .not.toBeInTheDocument();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Confirm disposal" }).click();
  const question = screen.getByRole("dialog", { name: "Dispose of SF4000000000002?" });
  await question.getByRole("button", { name: "Confirm disposal" }).click();
  await expect.poll(() => shownToasts()).toContain("SF4000000000002 is recorded as disposed of");
  expect(sent).toMatchObject([{ inboundParcelId: here.id, removalId: removal.id }]);
});

test("whoever asked can only take it back, with a reason", async () => {
  const sent: unknown[] = [];
  const screen = await showParcel({
    ...asked,
    removal: { ...removal, isAskedByReader: true, askedByEmail: null },
    removals: {
      declineParcelRemoval: async (input) => {
        sent.push(input);
        return {};
      },
    },
  });
  await expect
    .element(screen.getByText("You requested it, so somebody else confirms it."))
    .toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Confirm disposal" }))
    .not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Take back" }).click();
  const dialog = screen.getByRole("dialog", { name: "SF4000000000002: keep the parcel" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The owner wants it");
  await dialog.getByRole("button", { name: "Keep the parcel" }).click();
  await expect.poll(() => shownToasts()).toContain("The parcel stays");
  expect(sent).toMatchObject([{ removalId: removal.id, reason: "The owner wants it" }]);
});

test("receivers read it and decide nothing", async () => {
  const screen = await showParcel({ ...asked, role: "receiver" });
  await expect.element(screen.getByText("Disposal requested")).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Confirm disposal" }))
    .not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Decline" })).not.toBeInTheDocument();
});
