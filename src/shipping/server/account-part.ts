import { exportExtraServices } from "./extra-services/orders.ts";
import { eraseOrders } from "./extra-services/order-ends.ts";
import { eraseLabels } from "./labels/labels.ts";
import { eraseManifestReasons } from "./manifests/manifests.ts";
import { hash, listed, type AccountPart } from "#platform/server/account-part.ts";
import { eraseRequestRows } from "./ship-requests/request-queries.ts";
import { exportShipRequests } from "./ship-requests/ship-requests.ts";

const number =
  "Numbers of parcels and packages stay without the name, since goods on their way still arrive.";
const places = "Countries and codes of a route; nobody is named.";

/** What was sent, and for what it was charged. */
export const shippingPart: AccountPart = {
  tables: {
    ship_requests: {
      erased: ["recipient", "note", "category_text", "ended_reason"],
      kept: { service_code: listed, country_code: places, signed_hash: hash },
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
    extra_service_requests: { erased: ["result_text", "checked_items"], kept: { code: listed } },
    labels: {
      erased: ["content", "void_reason"],
      kept: { carrier_code: listed, tracking_number: number },
    },
    customs_papers: { erased: ["content"], kept: { form: listed } },
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
  async erase({ now, session }, db) {
    const userId = session.person.id;
    await eraseOrders(db, userId);
    await eraseRequestRows(db, userId, now());
    await eraseManifestReasons(db, userId);
    return await eraseLabels(db, userId);
  },
};
