import { exportExtraServices } from "./extra-services/orders.ts";
import { eraseLabels } from "./labels/labels.ts";
import { eraseManifestReasons } from "./manifests/manifests.ts";
import { hash, listed, type AccountPart } from "#platform/server/account-part.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeShipRequest } from "./ship-requests/ship-requests.ts";
import { listOwnRequests, eraseRequestRows } from "./ship-requests/request-queries.ts";
import type { Files } from "#platform/server/adapters/files/files.ts";
import type { Db } from "#platform/server/db/open.ts";
import { packingFolderOf } from "#platform/server/packages/files/stored-files.ts";
import { eraseOrders } from "./extra-services/order-ends.ts";
import { deleteImagesOfUser } from "./ship-requests/packing/packing-image-queries.ts";

const number =
  "Numbers of parcels and packages stay without the name, since goods on their way still arrive.";
const places = "Countries and codes of a route; nobody is named.";

/** What was sent, and for what it was charged. */
export const shippingPart: AccountPart = {
  tables: {
    ship_requests: {
      erased: ["recipient", "note", "ended_reason"],
      kept: { service_code: listed, country_code: places, request_hash: hash },
    },
    ship_request_events: {
      erased: ["facts"],
      kept: { facts: "Amounts, weights, codes and names of services; reasons are erased." },
    },
    ship_request_parcels: {},
    quotes: {
      kept: {
        service_code: listed,
        inputs: "Weights, sizes and codes from which a price was made.",
        lines: "The lines of a price.",
        exchange: "A rate of exchange.",
      },
    },
    extra_service_requests: { erased: ["result_text"], kept: { code: listed, request_hash: hash } },
    packing_images: { erased: "rows" },
    labels: {
      erased: ["content", "void_reason"],
      kept: { carrier_code: listed, tracking_number: number },
    },
    manifest_packages: { erased: ["taken_back_reason"] },
    carrier_weights: { erased: ["settled_reason"] },
  },
  withoutCustomers: [
    "boxes",
    "extra_services",
    "label_file_settings",
    "manifests",
    "number_ranges",
    "range_numbers",
  ],
  async exported(context) {
    return {
      shipRequests: await exportShipRequests(context),
      extraServices: await exportExtraServices(context),
    };
  },
  async erase({ files, now, session }, db) {
    const userId = session.person.id;
    await eraseShipRequests({ db, files }, userId, now());
    await eraseLabels(db, userId);
    await eraseManifestReasons(db, userId);
  },
};

const pageSize = 100;

/** All of the signed-in customer's ship requests with their quotes and history, for the export of the account. */
async function exportShipRequests(context: SignedInContext): Promise<ShipRequest[]> {
  const { db, session } = context;
  const all: ShipRequest[] = [];
  for (;;) {
    const page = { packageId: null, isWaiting: false, offset: all.length, limit: pageSize };
    const { rows } = await listOwnRequests(db, session.person.id, page);
    for (const { id } of rows) all.push(await describeShipRequest(context, id));
    if (rows.length < pageSize) return all;
  }
}

/**
 * Erases recipients, notes, findings and photos with their files of a closed account's ship requests; what was sent and paid
 * stays. Must be among the last steps of the database transaction of `db`, since deleted files do not come back.
 */
async function eraseShipRequests(
  { db, files }: { readonly db: Db; readonly files: Pick<Files, "removeFolder"> },
  userId: string,
  now: Date,
): Promise<void> {
  await eraseRequestRows(db, userId, now);
  await eraseOrders(db, userId);
  for (const subjectId of await deleteImagesOfUser(db, userId)) {
    await files.removeFolder(packingFolderOf(subjectId));
  }
}
