// The RPC client, the server, the API document and the access tests derive from this object.
import { oc } from "@orpc/contract";
import { admin } from "./admin.ts";
import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { boxes } from "./boxes.ts";
import { carriers } from "./carriers.ts";
import { changeStream } from "./change-stream.ts";
import { errorReports } from "./error-reports.ts";
import { exchangeRates } from "./exchange-rates.ts";
import { extraServices } from "./extra-services.ts";
import { freightFigures } from "./freight-figures.ts";
import { inboundParcels } from "./inbound-parcels.ts";
import { labels } from "./shipping-labels.ts";
import { lanes } from "./lanes.ts";
import { limits } from "./limits.ts";
import { manifests } from "./manifests.ts";
import { notifications } from "./notifications.ts";
import { numberRanges } from "./number-ranges.ts";
import { packages } from "./packages.ts";
import { packageShares } from "./package-shares.ts";
import { packing } from "./packing.ts";
import { functions, payments } from "./payments.ts";
import { parcelClaims } from "./parcel-claims.ts";
import { payouts } from "./payouts.ts";
import { plans } from "./plans.ts";
import { ofWarehouse } from "./procedure.ts";
import { quotes } from "./quotes.ts";
import { rates } from "./rates.ts";
import { receiving } from "./receiving.ts";
import { shipRequests } from "./ship-requests.ts";
import { settings } from "./settings.ts";
import { shippingServices } from "./shipping-services.ts";
import { stocktakes } from "./stocktakes.ts";
import { storageLocations } from "./storage-locations.ts";
import { storageRates } from "./storage-rates.ts";
import { suggestions } from "./suggestions.ts";
import { tracking } from "./tracking.ts";
import { users } from "./users.ts";
import { wallet } from "./wallet.ts";
import { warehouses } from "./warehouses.ts";

export const api = {
  auth: oc.tag("auth").router(auth),
  users: oc.tag("users").router(users),
  plans: oc.tag("plans").router(plans),
  wallet: oc.tag("wallet").router({ ...wallet, ...payouts }),
  packages: oc.tag("packages").router(packages),
  packageShares: oc.tag("packageShares").router(packageShares),
  notifications: oc.tag("notifications").router(notifications),
  inboundParcels: oc.tag("inboundParcels").router(ofWarehouse(inboundParcels)),
  parcelClaims: oc.tag("parcelClaims").router(ofWarehouse(parcelClaims)),
  receiving: oc.tag("receiving").router(ofWarehouse(receiving)),
  stocktakes: oc.tag("stocktakes").router(ofWarehouse(stocktakes)),
  storageLocations: oc.tag("storageLocations").router(ofWarehouse(storageLocations)),
  tracking: oc.tag("tracking").router(tracking),
  warehouses: oc.tag("warehouses").router(warehouses),
  storageRates: oc.tag("storageRates").router(ofWarehouse(storageRates)),
  lanes: oc.tag("lanes").router(lanes),
  quotes: oc.tag("quotes").router(quotes),
  shipRequests: oc.tag("shipRequests").router(ofWarehouse(shipRequests)),
  packing: oc.tag("packing").router(ofWarehouse(packing)),
  extraServices: oc.tag("extraServices").router(ofWarehouse(extraServices)),
  labels: oc.tag("labels").router(ofWarehouse(labels)),
  numberRanges: oc.tag("numberRanges").router(ofWarehouse(numberRanges)),
  manifests: oc.tag("manifests").router(ofWarehouse(manifests)),
  freightFigures: oc.tag("freightFigures").router(ofWarehouse(freightFigures)),
  boxes: oc.tag("boxes").router(ofWarehouse(boxes)),
  rates: oc.tag("rates").router(rates),
  shippingServices: oc.tag("shippingServices").router(shippingServices),
  suggestions: oc.tag("suggestions").router(suggestions),
  carriers: oc.tag("carriers").router(carriers),
  functions: oc.tag("functions").router(functions),
  payments: oc.tag("payments").router(payments),
  settings: oc.tag("settings").router(settings),
  errorReports: oc.tag("errorReports").router(errorReports),
  exchangeRates: oc.tag("exchangeRates").router(exchangeRates),
  limits: oc.tag("limits").router(limits),
  changeStream: oc.tag("changeStream").router(changeStream),
  admin: oc.tag("admin").router(admin),
  audit: oc.tag("audit").router(audit),
};

export type Api = typeof api;
