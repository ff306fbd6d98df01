import { randomUUID } from "node:crypto";
import { PDFDocument } from "@cantoo/pdf-lib";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { insertAcceptedRequests, type AcceptedRequest } from "#test/accepted-requests.ts";
import { expectApiError } from "#test/api-errors.ts";
import { aCarrierLabel } from "#test/carrier-labels.ts";
import { asOwner } from "#test/database.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { aSignature, typedNumber } from "#test/manifests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { removeFiles } from "#platform/server/files/files.ts";
import { carrierLabelLimits, shipRequestReference } from "#shipping/rules/shipping-label.ts";
import { eraseLabels } from "./labels.ts";

let app: TestApp;
let packer: TestPerson;
let customer: TestPerson;
let warehouseId: string;

beforeAll(async () => {
  app = await testApp();
  const manager = await aStaffMember(app, ["manager"]);
  packer = await aStaffMember(app, ["packer"]);
  customer = await aCustomer(app, { plan: "Premium" });
  warehouseId = await addWarehouse(manager.api, { code: "HK1" });
  return () => app.close();
});

async function anAccepted(changes: { recipient?: Record<string, string> } = {}) {
  const wanted = { userIds: [customer.userId], warehouseId, ...changes };
  const [request] = await insertAcceptedRequests(app.database.kysely, wanted);
  if (request === undefined) throw new Error("No request was inserted.");
  return request;
}

async function attach(request: AcceptedRequest, trackingNumber = typedNumber(), file?: File) {
  const { label } = await packer.api.labels.attachLabel({
    shipRequestId: request.id,
    trackingNumber,
    file: file ?? (await aCarrierLabel()),
  });
  if (label === null) throw new Error("It has no label.");
  return label;
}

/** The size of each page in millimetres. */
async function pagesOf(file: File): Promise<string[]> {
  const document = await PDFDocument.load(await file.arrayBuffer(), { updateMetadata: false });
  return document.getPages().map((page) => {
    const { width, height } = page.getSize();
    return [width, height].map((points) => Math.round((points / 72) * 25.4)).join("x");
  });
}

const [ours, theirs] = ["100x150", "102x152"];

const filesOf = async (labelId: string) =>
  await app.database.kysely
    .selectFrom("files")
    .select("key")
    .where("ownerId", "=", labelId)
    .execute();

describe("a carrier's own label", () => {
  test("is printed in place of ours, and a repeat changes nothing", async () => {
    const request = await anAccepted();
    const trackingNumber = typedNumber();
    const label = await attach(request, ` ${trackingNumber.toLowerCase()} `);
    expect(label).toMatchObject({ trackingNumber, numberSource: "typed", isCarriersOwn: true });
    expect(await attach(request, trackingNumber)).toEqual(label);
    expect(await filesOf(label.id)).toHaveLength(1);
    const path = `/api/admin/labels/${label.id}/label.pdf`;
    const response = await packer.client.fetch(path);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toContain(`label-${trackingNumber}.pdf`);
    expect(await pagesOf(new File([await response.blob()], "label.pdf"))).toEqual([theirs]);
    expect((await customer.client.fetch(path)).status).toBe(403);
    const { findPackageToLabel } = packer.api.labels;
    for (const scan of [trackingNumber, shipRequestReference(request.number)]) {
      expect((await findPackageToLabel({ scan })).label).toEqual(label);
    }
    await expectApiError(attach(request), "label_exists");
    const { makeLabel } = packer.api.labels;
    const made = await makeLabel({ shipRequestId: request.id, trackingNumber: null });
    expect(made.label).toEqual(label);
    const admin = await anAdmin(app);
    const action = "labels.attachLabel";
    const { items } = await admin.api.audit.listEntries({ actor: packer.email, action });
    expect(items.filter(({ errorCode }) => errorCode === null)).toMatchObject([
      { target: request.id, after: { trackingNumber } },
    ]);
  });

  test("serves an address in Chinese, of which ours cannot be made", async () => {
    const town = {
      addressLine2: "",
      city: "London",
      state: "",
      postalCode: "1",
      importerReference: "",
    };
    const name = { name: "陳偉", latinName: "", phone: "1", address: "大南街 5 號" };
    const request = await anAccepted({ recipient: { ...name, ...town } });
    expect(await attach(request)).toMatchObject({ isCarriersOwn: true });
  });

  test("is printed beside ours in one file, in the order of the labels", async () => {
    const ids: string[] = [];
    for (const pages of [0, 2, 0, 0, 1]) {
      const request = await anAccepted();
      const trackingNumber = typedNumber();
      const shipRequestId = request.id;
      const label =
        pages === 0
          ? (await packer.api.labels.makeLabel({ shipRequestId, trackingNumber })).label
          : await attach(request, trackingNumber, await aCarrierLabel({ pages }));
      ids.push(label?.id ?? "");
    }
    const { printShippingLabels } = packer.api.labels;
    const file = await printShippingLabels({ labelIds: ids });
    expect(file.name).toBe("labels-5.pdf");
    expect(await pagesOf(file)).toEqual([ours, theirs, theirs, ours, ours, theirs]);
    expect(await pagesOf(await printShippingLabels({ labelIds: ids.toReversed() }))).toEqual([
      theirs,
      ours,
      ours,
      theirs,
      theirs,
      ours,
    ]);
    const bytes = carrierLabelLimits.printedBytes / 2 + 1;
    await asOwner(app.database, (db) =>
      sql`update files set bytes = ${bytes} where owner_id = any(${ids}::uuid[])`.execute(db),
    );
    await expect(printShippingLabels({ labelIds: ids })).rejects.toMatchObject({
      code: "too_large",
      message: "These labels are too large for one file. Print fewer of them at once.",
    });
  });

  test("can be made void, and another or ours be made then", async () => {
    const request = await anAccepted();
    const { id: labelId, trackingNumber } = await attach(request);
    const { voidLabel, printShippingLabel, makeLabel } = packer.api.labels;
    expect(await voidLabel({ labelId, reason: "The wrong file" })).toMatchObject({ label: null });
    await expectApiError(printShippingLabel({ labelId }), "not_found");
    const again = await attach(request, trackingNumber, await aCarrierLabel({ pages: 2 }));
    const printed = await printShippingLabel({ labelId: again.id });
    expect(await pagesOf(printed)).toEqual([theirs, theirs]);
    await voidLabel({ labelId: again.id, reason: "Ours is cheaper" });
    const number = typedNumber();
    const { label } = await makeLabel({ shipRequestId: request.id, trackingNumber: number });
    expect(label).toMatchObject({ trackingNumber: number, isCarriersOwn: false });
    expect(await pagesOf(await printShippingLabel({ labelId: label?.id ?? "" }))).toEqual([ours]);
  });

  test("is refused with a number that is none or used, and where none is due; nothing stays", async () => {
    const [request, other] = [await anAccepted(), await anAccepted()];
    const { trackingNumber } = await attach(other);
    await expectApiError(attach(request, "12"), "invalid_tracking_number");
    await expectApiError(attach(request, trackingNumber), "number_used");
    await expectApiError(attach({ ...request, id: randomUUID() }), "not_found");
    const { kysely } = app.database;
    const packed = { state: "packed" } as const;
    await kysely.updateTable("shipRequests").set(packed).where("id", "=", request.id).execute();
    await expectApiError(attach(request), "label_not_due");
    const keys: string[] = [];
    for await (const key of app.services.files.list("stored")) keys.push(key);
    const named = await kysely.selectFrom("files").select("key").execute();
    expect(keys.toSorted()).toEqual(named.map(({ key }) => key).toSorted());
  });

  test("is a PDF of one to four pages without a password and of at most 5 MB", async () => {
    const request = await anAccepted();
    const refused = [
      new File([aSignature()], "label.pdf", { type: "application/pdf" }),
      new File(["%PDF-1.7\nnothing"], "label.pdf"),
      new File([""], "label.pdf"),
      await aCarrierLabel({ password: "secret" }),
      await aCarrierLabel({ pages: 5 }),
    ];
    for (const file of refused) {
      await expectApiError(attach(request, undefined, file), "invalid_label_file");
    }
    const large = new File([new Uint8Array(carrierLabelLimits.fileBytes + 1)], "label.pdf");
    await expectApiError(attach(request, undefined, large), "too_large");
    const label = await attach(request, undefined, await aCarrierLabel({ pages: 4 }));
    expect(label.isCarriersOwn).toBe(true);
  });

  test("of an account that is closed is deleted, and its number stays", async () => {
    const { id: labelId, trackingNumber } = await attach(await anAccepted());
    const [stored] = await filesOf(labelId);
    const key = stored?.key ?? "";
    expect(await app.services.files.get(key)).not.toBeNull();
    await removeFiles(app.services, await eraseLabels(app.database.kysely, customer.userId));
    expect(await app.services.files.get(key)).toBeNull();
    expect(await filesOf(labelId)).toEqual([]);
    await expectApiError(packer.api.labels.printShippingLabel({ labelId }), "not_found");
    const label = await app.database.kysely
      .selectFrom("labels")
      .select(["content", "trackingNumber"])
      .where("id", "=", labelId)
      .executeTakeFirstOrThrow();
    expect(label).toEqual({ content: null, trackingNumber });
  });
});
