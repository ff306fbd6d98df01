import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";
import {
  languagePrefixes,
  languages,
  localizedPath,
  type Language,
} from "#platform/rules/language.ts";
import { publicPages } from "#platform/rules/page-addresses.ts";

const publicFiles: Readonly<Record<(typeof publicPages)[number], string>> = {
  "/": "public/landing-page.tsx",
  "/pricing": "public/pricing-page.tsx",
  "/services": "public/services-page.tsx",
  "/times": "public/times-page.tsx",
  "/terms": "public/content-page.tsx",
  "/privacy": "public/content-page.tsx",
  "/help": "public/content-page.tsx",
  "/contact": "public/content-page.tsx",
};

/** The public pages at their addresses in `language`. */
function publicRoutes(language: Language) {
  const routes = publicPages.map((page) => {
    const address = localizedPath(language, page);
    const path = address.replace(/^\/|\/$/g, "");
    const id = `public${address}`;
    return path === "" ? index(publicFiles[page], { id }) : route(path, publicFiles[page], { id });
  });
  return layout("layout/public-layout.tsx", { id: `layout${languagePrefixes[language]}` }, routes);
}

export default [
  ...languages.map(publicRoutes),
  layout("layout/auth-layout.tsx", [
    route("login", "../../people/web/auth/login-page.tsx"),
    route("admin-login", "../../people/web/auth/admin-login-page.tsx"),
    route("register", "../../people/web/auth/register-page.tsx"),
    route("auth/callback", "../../people/web/auth/auth-callback-page.tsx"),
    route("invitation", "../../people/web/auth/invitation-page.tsx"),
    route("reset-password", "../../people/web/auth/reset-password-page.tsx"),
  ]),
  layout("layout/visitor-layout.tsx", [
    route("calculator", "../../people/web/calculator/public-calculator-page.tsx"),
  ]),
  route("dashboard", "layout/customer-layout.tsx", [
    index("../../office/web/packages/dashboard-page.tsx"),
    route("packages", "../../goods/web/packages/packages-page.tsx"),
    route("packages/new", "../../goods/web/packages/new-package-page.tsx"),
    route("packages/:packageId/ship", "../../shipping/web/ship-requests/ship-page.tsx"),
    route("ship-requests/:shipRequestId", "../../shipping/web/ship-requests/ship-request-page.tsx"),
    route("address", "../../goods/web/address/address-page.tsx"),
    route("parcels", "../../goods/web/parcels/parcels-page.tsx"),
    route("parcels/claims", "../../goods/web/parcels/claims/claims-page.tsx"),
    route("parcels/ship", "../../shipping/web/ship-requests/ship-parcels-page.tsx"),
    route("parcels/:inboundParcelId", "../../goods/web/parcels/parcel-page.tsx"),
    route("track", "../../goods/web/tracking/track-page.tsx"),
    route("shipping-calculator", "../../people/web/calculator/shipping-calculator-page.tsx"),
    route("wallet", "../../money/web/wallet/wallet-page.tsx"),
    route("wallet/history", "layout/wallet-history-redirect.tsx"),
    route("wallet/statement", "../../money/web/wallet/statement-page.tsx"),
    route("messages/:caseId?", "../../office/web/cases/messages-page.tsx"),
    route("profile", "../../office/web/users/profile-page.tsx"),
    route("settings", "../../office/web/users/settings-page.tsx"),
    route("upgrade", "../../money/web/plans/upgrade-page.tsx"),
  ]),
  route("admin/dashboard", "layout/admin-layout.tsx", [
    index("../../office/web/admin/dashboard/dashboard-page.tsx"),
    route("users", "../../office/web/admin/users/users-page.tsx"),
    route("shipments/:packageId?", "../../goods/web/admin/shipments/shipments-page.tsx"),
    route("labels/:qrCodeId", "../../goods/web/admin/qr-codes/qr-label-page.tsx"),
    route("payments", "../../money/web/admin/payments/payments-page.tsx"),
    route("settings", "admin/settings/settings-page.tsx"),
    route("reconciliation", "../../money/web/admin/reconciliation/reconciliation-page.tsx"),
    route("webhooks", "../../money/web/admin/webhooks/webhooks-page.tsx"),
    route("limits", "../../office/web/admin/limits/limits-page.tsx"),
    route("payouts", "../../money/web/admin/payouts/payouts-page.tsx"),
    route("account", "../../office/web/admin/account/account-page.tsx"),
    route("lanes", "../../catalogue/web/admin/lanes/lanes-page.tsx"),
    route("packing-prices", "../../shipping/web/admin/packing-prices/packing-prices-page.tsx"),
    route("storage-rates", "../../goods/web/admin/storage-rates/storage-rates-page.tsx"),
    route("services", "../../catalogue/web/admin/shipping-services/services-page.tsx"),
    route("services/new", "../../catalogue/web/admin/shipping-services/edit-service-page.tsx", {
      id: "new-service",
    }),
    route("services/import", "../../catalogue/web/admin/shipping-services/import-page.tsx"),
    route("services/:serviceCode", "../../catalogue/web/admin/shipping-services/service-page.tsx"),
    route(
      "services/:serviceCode/edit",
      "../../catalogue/web/admin/shipping-services/edit-service-page.tsx",
    ),
    route("carriers", "../../catalogue/web/admin/carriers/carriers-page.tsx"),
    route("warehouses", "../../catalogue/web/admin/warehouses/warehouses-page.tsx"),
    route("warehouses/new", "../../catalogue/web/admin/warehouses/edit-warehouse-page.tsx", {
      id: "new-warehouse",
    }),
    route(
      "warehouses/:warehouseId",
      "../../catalogue/web/admin/warehouses/edit-warehouse-page.tsx",
    ),
    route(
      "storage-locations",
      "../../goods/web/admin/storage-locations/storage-locations-page.tsx",
    ),
    route("plan-payments", "../../office/web/admin/payments/plan-payments-page.tsx"),
    route("audit", "../../office/web/admin/audit/audit-page.tsx"),
    route("errors", "../../office/web/admin/errors/errors-page.tsx"),
    route("inbound-parcels", "../../goods/web/admin/inbound-parcels/inbound-parcels-page.tsx"),
    route("unmatched", "../../goods/web/admin/unmatched/unmatched-page.tsx"),
    route("tracking", "../../tracking/web/admin/tracking/tracking-page.tsx"),
    route("shipping-labels", "../../shipping/web/admin/shipping-labels/shipping-labels-page.tsx"),
    route("number-ranges", "../../shipping/web/admin/number-ranges/number-ranges-page.tsx"),
    route("freight", "../../office/web/admin/freight/freight-page.tsx"),
    route("case-money", "../../office/web/admin/cases/case-money-page.tsx"),
    route("work-items", "../../office/web/admin/work-items/work-items-page.tsx"),
  ]),
  layout("layout/desk-layout.tsx", [
    route("admin/dashboard/receiving", "../../goods/web/receiving/receiving-page.tsx"),
    route("admin/dashboard/stocktake", "../../goods/web/stocktake/stocktake-page.tsx"),
    route("admin/dashboard/packing", "../../shipping/web/packing/packing-page.tsx"),
    route("admin/dashboard/manifests", "../../shipping/web/manifests/manifests-page.tsx"),
  ]),
  layout("layout/admin-layout.tsx", { id: "scan-layout" }, [
    route("scan/:qrCodeId", "../../goods/web/admin/qr-codes/scan-page.tsx"),
  ]),
  route("a/:labelCode", "receiving/labels/parcel-label-page.tsx"),
  layout("layout/visitor-layout.tsx", { id: "link-layout" }, [
    route("t/:token", "../../goods/web/shared-package/shared-package-page.tsx"),
    route("unsubscribe/:token", "../../notices/web/unsubscribe/unsubscribe-page.tsx"),
  ]),
  route("*", "layout/not-found-page.tsx"),
] satisfies RouteConfig;
