import type { Package } from "#goods/contract/packages.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { closeInboundParcels, exportInboundParcels } from "./inbound-parcels/parcels-of-account.ts";
import { readAddress } from "./inbound-parcels/read-inbound-parcels.ts";
import { eraseClaims } from "./parcel-claims/claim-queries.ts";
import { exportClaims } from "./parcel-claims/read-claims.ts";
import { erasePackageRows } from "./packages/package-queries.ts";
import { listPackages } from "./packages/lists/list-packages.ts";
import { readPackage } from "./packages/read-packages.ts";
import { readOwnShare } from "./packages/shares.ts";
import { hash, listed, type AccountPart } from "#platform/server/account-part.ts";

const number =
  "Numbers of parcels and packages stay without the name, since goods on their way still arrive.";
const places = "Countries and codes of a route; nobody is named.";
const own = "Typed by staff about their own work, not about a person.";

/** All packages of the signed-in user, the newest first. */
export async function readAllPackages(context: SignedInContext): Promise<Package[]> {
  const all: Package[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await listPackages(context, {
      tab: "all",
      search: "",
      page,
      pageSize: 100,
    });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** All own packages as their pages show them, with the links that others follow them with. */
async function packagesWithShares(context: SignedInContext) {
  const packages = [];
  for (const { id: packageId } of await readAllPackages(context)) {
    const { share } = await readOwnShare(context, { packageId });
    packages.push({ ...(await readPackage(context, { packageId })), share });
  }
  return packages;
}

/** What customers own and what lies here. */
export const goodsPart: AccountPart = {
  tables: {
    packages: {
      erased: ["description"],
      kept: { tracking_number: number, origin: places, destination: places },
    },
    package_recipients: { erased: "rows" },
    package_shares: { erased: "rows" },
    shipping_legs: {
      erased: ["notes"],
      kept: {
        origin: places,
        destination: places,
        carrier: listed,
        carrier_code: listed,
        tracking_number: number,
        transit_span: "Days that a carrier needs.",
      },
    },
    inbound_parcels: {
      erased: [
        "shop",
        "order_reference",
        "description",
        "declared_currency",
        "searched_text",
        "searched_contents",
      ],
      kept: {
        label_code: "On the label of goods that are here.",
        tracking_number: number,
        searched_text: "Of the tracking number and the label alone.",
        carrier_code: listed,
        goods_flags: listed,
        found_flags: listed,
        found_batteries: listed,
      },
    },
    receiving_records: {
      erased: ["note", "reason"],
      kept: {
        goods_flags: listed,
        station: own,
        outcome: listed,
        request_hash: hash,
        replaced_number: number,
      },
    },
    inbound_parcel_claims: {
      erased: ["note", "reason"],
      kept: { tracking_number: number },
    },
    parcel_removals: { erased: ["consent", "reason", "decision_reason"] },
    goods_items: { erased: "rows" },
    goods_proofs: { erased: ["reason"], kept: { seen_flags: listed } },
  },
  withoutCustomers: [
    "customs_data_rules",
    "goods_words",
    "hs_codes",
    "package_count_changes",
    "package_counts",
    "package_totals",
    "sdr_rates",
    "stocktake_differences",
    "stocktake_locations",
    "stocktake_scans",
    "stocktakes",
    "stop_words",
    "storage_locations",
    "storage_rates",
  ],
  async exported(context) {
    return {
      // Reading it makes the member code, which staff who were invited do not have.
      forwardingAddress: context.session.person.isCustomer ? await readAddress(context) : null,
      packages: await packagesWithShares(context),
      inboundParcels: await exportInboundParcels(context),
      parcelClaims: await exportClaims(context),
    };
  },
  async end(context, db) {
    await closeInboundParcels(context, db);
    await eraseClaims(db, context.session.person.id, context.now());
  },
  async erase({ now, session }, db) {
    await erasePackageRows(db, session.person.id, now());
  },
};
