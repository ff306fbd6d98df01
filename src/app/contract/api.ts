// The RPC client, the server, the API document and the access tests derive from this object.
import { oc } from "@orpc/contract";
import { admin } from "#office/contract/admin.ts";
import { audit } from "#office/contract/audit.ts";
import { auth } from "#people/contract/auth.ts";
import { boxes } from "#shipping/contract/boxes.ts";
import { carriers } from "#catalogue/contract/carriers.ts";
import { cases } from "#office/contract/cases.ts";
import { changeStream } from "#platform/contract/change-stream.ts";
import { errorReports } from "#platform/contract/error-reports.ts";
import { exchangeRates } from "#catalogue/contract/exchange-rates.ts";
import { extraServices } from "#shipping/contract/extra-services.ts";
import { freightFigures } from "#office/contract/freight-figures.ts";
import { goods } from "#goods/contract/goods.ts";
import { goodsRules } from "#catalogue/contract/goods-rules.ts";
import { inboundParcels } from "#goods/contract/inbound-parcels.ts";
import { labels } from "#shipping/contract/shipping-labels.ts";
import { invitationLinks } from "#people/contract/staff-invitations.ts";
import { lanes } from "#catalogue/contract/lanes.ts";
import { limits } from "#platform/contract/limits.ts";
import { manifests } from "#shipping/contract/manifests.ts";
import { notifications } from "#notices/contract/notifications.ts";
import { numberRanges } from "#shipping/contract/number-ranges.ts";
import { packages } from "#goods/contract/packages.ts";
import { packageShares } from "#goods/contract/package-shares.ts";
import { packing } from "#shipping/contract/packing.ts";
import { functions, payments } from "#money/contract/payments.ts";
import { parcelClaims } from "#goods/contract/parcel-claims.ts";
import { parcelRemovals } from "#goods/contract/parcel-removals.ts";
import { payouts } from "#money/contract/payouts.ts";
import { plans } from "#money/contract/plans.ts";
import { ofCustomers, ofWarehouse } from "#platform/contract/procedure.ts";
import { quotes } from "#catalogue/contract/quotes.ts";
import { rates } from "#catalogue/contract/rates.ts";
import { receiving } from "#goods/contract/receiving.ts";
import { shipRequests } from "#shipping/contract/ship-requests.ts";
import { settings } from "#platform/contract/settings.ts";
import { shippingServices } from "#catalogue/contract/shipping-services.ts";
import { stocktakes } from "#goods/contract/stocktakes.ts";
import { storageLocations, storageRates } from "#goods/contract/storage.ts";
import { suggestions } from "#catalogue/contract/suggestions.ts";
import { tracking } from "#tracking/contract/tracking.ts";
import { users } from "#office/contract/users.ts";
import { wallet } from "#money/contract/wallet.ts";
import { warehouses } from "#catalogue/contract/warehouses.ts";

export const api = {
  auth: oc.tag("auth").router({ ...auth, ...invitationLinks }),
  users: oc.tag("users").router(users),
  plans: oc.tag("plans").router(ofCustomers(plans)),
  wallet: oc.tag("wallet").router(ofCustomers({ ...wallet, ...payouts })),
  packages: oc.tag("packages").router(ofCustomers(packages, ["addImage"])),
  packageShares: oc.tag("packageShares").router(ofCustomers(packageShares)),
  notifications: oc.tag("notifications").router(notifications),
  inboundParcels: oc.tag("inboundParcels").router(ofWarehouse(ofCustomers(inboundParcels))),
  goods: oc.tag("goods").router(ofWarehouse(ofCustomers(goods))),
  parcelClaims: oc.tag("parcelClaims").router(ofWarehouse(ofCustomers(parcelClaims))),
  parcelRemovals: oc.tag("parcelRemovals").router(ofWarehouse(parcelRemovals)),
  receiving: oc.tag("receiving").router(ofWarehouse(receiving)),
  stocktakes: oc.tag("stocktakes").router(ofWarehouse(stocktakes)),
  storageLocations: oc.tag("storageLocations").router(ofWarehouse(storageLocations)),
  tracking: oc.tag("tracking").router(tracking),
  warehouses: oc.tag("warehouses").router(warehouses),
  storageRates: oc.tag("storageRates").router(ofWarehouse(storageRates)),
  lanes: oc.tag("lanes").router(lanes),
  quotes: oc.tag("quotes").router(quotes),
  shipRequests: oc.tag("shipRequests").router(ofWarehouse(ofCustomers(shipRequests))),
  packing: oc.tag("packing").router(ofWarehouse(packing)),
  extraServices: oc.tag("extraServices").router(ofWarehouse(ofCustomers(extraServices))),
  labels: oc.tag("labels").router(ofWarehouse(labels)),
  numberRanges: oc.tag("numberRanges").router(ofWarehouse(numberRanges)),
  manifests: oc.tag("manifests").router(ofWarehouse(manifests)),
  freightFigures: oc.tag("freightFigures").router(ofWarehouse(freightFigures)),
  boxes: oc.tag("boxes").router(ofWarehouse(boxes)),
  goodsRules: oc.tag("goodsRules").router(goodsRules),
  rates: oc.tag("rates").router(rates),
  shippingServices: oc.tag("shippingServices").router(shippingServices),
  suggestions: oc.tag("suggestions").router(suggestions),
  carriers: oc.tag("carriers").router(carriers),
  functions: oc.tag("functions").router(ofCustomers(functions)),
  payments: oc.tag("payments").router(payments),
  settings: oc.tag("settings").router(settings),
  errorReports: oc.tag("errorReports").router(errorReports),
  exchangeRates: oc.tag("exchangeRates").router(exchangeRates),
  limits: oc.tag("limits").router(limits),
  changeStream: oc.tag("changeStream").router(changeStream),
  admin: oc.tag("admin").router(admin),
  audit: oc.tag("audit").router(audit),
  cases: oc.tag("cases").router(ofCustomers(cases)),
};

export type Api = typeof api;
