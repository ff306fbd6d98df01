import type { Package } from "#goods/contract/packages.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  closeInboundParcels,
  removeParcelPhotos,
  exportInboundParcels,
} from "./inbound-parcels/parcels-of-account.ts";
import { readAddress } from "./inbound-parcels/read-inbound-parcels.ts";
import { closeClaims, removeProofs, exportClaims } from "./parcel-claims/read-claims.ts";
import { erasePackageContents } from "./packages/end-packages.ts";
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
      kept: { tracking_number: number, origin: places, destination: places, request_hash: hash },
    },
    package_recipients: { erased: "rows" },
    package_shares: { erased: "rows" },
    package_images: { erased: "rows" },
    package_events: {
      erased: ["before", "after"],
      kept: {
        before: "Of changes of status and weight alone, in which nobody is named.",
        after: "Of changes of status and weight alone, in which nobody is named.",
      },
    },
    qr_codes: { kept: { path: "The address of a page, with the number of the package." } },
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
      erased: ["shop", "order_reference", "description", "declared_currency", "searched_text"],
      kept: {
        label_code: "On the label of goods that are here.",
        tracking_number: number,
        searched_text: "Of the tracking number and the label alone.",
        carrier_code: listed,
        request_hash: hash,
        goods_flags: listed,
      },
    },
    inbound_parcel_events: {},
    inbound_parcel_images: { erased: "rows" },
    receiving_records: {
      erased: ["note", "reason"],
      kept: { goods_flags: listed, station: own, outcome: listed, request_hash: hash },
    },
    inbound_parcel_claims: {
      erased: ["note", "reason"],
      kept: { tracking_number: number, request_hash: hash },
    },
    inbound_parcel_claim_files: { erased: "rows" },
  },
  withoutCustomers: [
    "package_count_changes",
    "package_counts",
    "package_totals",
    "stocktake_differences",
    "stocktake_locations",
    "stocktake_scans",
    "stocktakes",
    "storage_locations",
    "storage_rates",
  ],
  async exported(context) {
    return {
      forwardingAddress: await readAddress(context),
      packages: await packagesWithShares(context),
      inboundParcels: await exportInboundParcels(context),
      parcelClaims: await exportClaims(context),
    };
  },
  async end(context, db) {
    const { files, now, session } = context;
    const photos = await closeInboundParcels(context, db);
    const proofs = await closeClaims(db, session.person.id, now());
    return async () => {
      await removeParcelPhotos(files, photos);
      await removeProofs(files, proofs);
    };
  },
  async erase({ files, now, session }, db) {
    await erasePackageContents({ db, files }, session.person.id, now());
  },
};
