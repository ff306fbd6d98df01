import { beforeEach, expect, test } from "vitest";
import { brandSlug } from "#platform/rules/brand.ts";
import { forgetDesk, keptListsName } from "#ui/web/desk/desk-account.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { parcelImage } from "#test/screen/parcels.ts";
import { declared } from "#test/screen/receiving-desk.tsx";
import { showScreen } from "#test/screen/show-screen.tsx";
import type { ReceiveInput, ReceivingBody } from "./receiving-records.ts";
import { DeskOfAccount, OutboxNotices, useReceivingOutbox } from "./receiving-outbox.tsx";
import { openOutboxStore } from "#ui/web/desk/outbox-records.ts";
import { useAwaitedNumbers } from "./receiving-page.tsx";

const input: ReceiveInput = {
  warehouseId: "w",
  measurements: { weightGrams: 1250 },
  recordedAt: "2026-11-22T10:00:00Z",
  idempotencyKey: "00000000-0000-4000-8000-000000000501",
};

const store = openOutboxStore<ReceivingBody>(`${brandSlug}-receiving-outbox`);

function DeskOfTest() {
  const outbox = useReceivingOutbox();
  const awaited = useAwaitedNumbers("w");
  const photo = { kind: "outside", file: new Blob(["a photo"]), idempotencyKey: "photo" } as const;
  const add = () => outbox.add({ kind: "received", input, photos: [photo] });
  return (
    <>
      <OutboxNotices isSignedOut={false} />
      <button type="button" onClick={() => void add()}>
        Add
      </button>
      <p>{`Waits ${outbox.records.length}, awaited ${awaited.map((item) => item.trackingNumber).join()}`}</p>
    </>
  );
}

async function showDesk(userId: string, receiving: FakeAnswers["receiving"] = {}) {
  const { screen } = await showScreen({
    element: (
      <DeskOfAccount userId={userId} isSignedIn>
        <DeskOfTest />
      </DeskOfAccount>
    ),
    path: "/admin/dashboard/receiving",
    answers: {
      receiving: {
        receiveInboundParcel: () => Promise.reject(rejected("signed_out")),
        listAwaitedNumbers: () => Promise.reject(new TypeError("Failed to fetch")),
        ...receiving,
      },
    },
  });
  return screen;
}

beforeEach(async () => {
  await forgetDesk();
  indexedDB.deleteDatabase(`${brandSlug}-receiving-outbox`);
});

test("a record and its photo wait in the browser for their account, and signing out keeps them", async () => {
  const item = { trackingNumber: "SF1", memberCode: "S7K32QX", nameInitial: "M", plan: null };
  const first = await showDesk("mei", {
    listAwaitedNumbers: async () => ({ items: [item], listedAt: "2026-11-22T10:00:00Z" }),
  });
  await expect.element(first.getByText("Waits 0, awaited SF1")).toBeVisible();
  await first.getByRole("button", { name: "Add" }).click();
  await expect.element(first.getByText("Waits 1, awaited SF1")).toBeVisible();
  await expect.element(first.getByRole("button", { name: "Sign in to send" })).toBeVisible();
  const [stored] = await store.list();
  const [photo] = stored?.body.kind === "received" ? stored.body.photos : [];
  expect(await photo?.file.text()).toBe("a photo");
  await first.unmount();

  const offline = await showDesk("mei");
  await expect.element(offline.getByText("Waits 1, awaited SF1")).toBeVisible();
  await offline.unmount();
  const other = await showDesk("other");
  await expect
    .element(other.getByRole("alert"))
    .toHaveTextContent(
      "1 record of another account waits on this device. It is sent when that account signs in here.",
    );
  await expect.element(other.getByText("Waits 0, awaited", { exact: true })).toBeVisible();
  await other.unmount();

  await forgetDesk();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(keptListsName);
  expect(await store.list()).toHaveLength(1);
});

test("a role that ends says so in a sentence, and what waited is sent once it is back", async () => {
  let hasRole = false;
  const sent: string[] = [];
  const desk = await showDesk("mei", {
    receiveInboundParcel: async ({ idempotencyKey }) => {
      if (!hasRole) throw rejected("forbidden");
      sent.push(idempotencyKey);
      return { outcome: "matched", parcel: declared };
    },
    addInboundParcelImage: async () => parcelImage(1),
  });
  await desk.getByRole("button", { name: "Add" }).click();
  await expect
    .element(desk.getByText(/^Your role no longer opens this desk\. 1 record waits on this device/))
    .toBeVisible();
  hasRole = true;
  await expect.element(desk.getByText("Waits 0, awaited", { exact: true })).toBeVisible();
  expect(sent).toEqual([input.idempotencyKey]);
  expect(desk.getByText(/^Your role no longer/).query()).toBeNull();
});
