import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";
import { languagePrefixes, languages, localizedPath, type Language } from "#platform/rules/language.ts";
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
    route("login", "auth/login-page.tsx"),
    route("admin-login", "auth/admin-login-page.tsx"),
    route("register", "auth/register-page.tsx"),
    route("auth/callback", "auth/auth-callback-page.tsx"),
    route("reset-password", "auth/reset-password-page.tsx"),
  ]),
  layout("layout/visitor-layout.tsx", [
    route("calculator", "calculator/public-calculator-page.tsx"),
  ]),
  route("dashboard", "layout/customer-layout.tsx", [
    index("packages/dashboard-page.tsx"),
    route("packages", "packages/packages-page.tsx"),
    route("packages/new", "packages/new-package-page.tsx"),
    route("packages/:packageId/ship", "ship-requests/ship-page.tsx"),
    route("ship-requests/:shipRequestId", "ship-requests/ship-request-page.tsx"),
    route("address", "address/address-page.tsx"),
    route("parcels", "parcels/parcels-page.tsx"),
    route("parcels/claims", "parcels/claims/claims-page.tsx"),
    route("parcels/:inboundParcelId", "parcels/parcel-page.tsx"),
    route("track", "tracking/track-page.tsx"),
    route("shipping-calculator", "calculator/shipping-calculator-page.tsx"),
    route("wallet", "wallet/wallet-page.tsx"),
    route("wallet/history", "layout/wallet-history-redirect.tsx"),
    route("wallet/statement", "wallet/statement-page.tsx"),
    route("profile", "users/profile-page.tsx"),
    route("settings", "users/settings-page.tsx"),
    route("upgrade", "plans/upgrade-page.tsx"),
  ]),
  route("admin/dashboard", "layout/admin-layout.tsx", [
    index("admin/dashboard/dashboard-page.tsx"),
    route("users", "admin/users/users-page.tsx"),
    route("shipments/:packageId?", "admin/shipments/shipments-page.tsx"),
    route("labels/:qrCodeId", "admin/qr-codes/qr-label-page.tsx"),
    route("payments", "admin/payments/payments-page.tsx"),
    route("settings", "admin/settings/settings-page.tsx"),
    route("reconciliation", "admin/reconciliation/reconciliation-page.tsx"),
    route("webhooks", "admin/webhooks/webhooks-page.tsx"),
    route("limits", "admin/limits/limits-page.tsx"),
    route("payouts", "admin/payouts/payouts-page.tsx"),
    route("account", "admin/account/account-page.tsx"),
    route("lanes", "admin/lanes/lanes-page.tsx"),
    route("packing-prices", "admin/packing-prices/packing-prices-page.tsx"),
    route("storage-rates", "admin/storage-rates/storage-rates-page.tsx"),
    route("services", "admin/shipping-services/services-page.tsx"),
    route("services/new", "admin/shipping-services/edit-service-page.tsx", { id: "new-service" }),
    route("services/import", "admin/shipping-services/lazy-import-page.tsx"),
    route("services/:serviceCode", "admin/shipping-services/lazy-service-page.tsx"),
    route("services/:serviceCode/edit", "admin/shipping-services/edit-service-page.tsx"),
    route("carriers", "admin/carriers/carriers-page.tsx"),
    route("warehouses", "admin/warehouses/warehouses-page.tsx"),
    route("storage-locations", "admin/storage-locations/storage-locations-page.tsx"),
    route("plan-payments", "admin/payments/plan-payments-page.tsx"),
    route("audit", "admin/audit/audit-page.tsx"),
    route("errors", "admin/errors/errors-page.tsx"),
    route("inbound-parcels", "admin/inbound-parcels/inbound-parcels-page.tsx"),
    route("unmatched", "admin/unmatched/unmatched-page.tsx"),
    route("tracking", "admin/tracking/tracking-page.tsx"),
    route("shipping-labels", "admin/shipping-labels/shipping-labels-page.tsx"),
    route("number-ranges", "admin/number-ranges/number-ranges-page.tsx"),
    route("freight", "admin/freight/freight-page.tsx"),
    route("work-items", "admin/work-items/work-items-page.tsx"),
  ]),
  layout("layout/desk-layout.tsx", [
    route("admin/dashboard/receiving", "receiving/desk-page.tsx"),
    route("admin/dashboard/stocktake", "stocktake/desk-page.tsx"),
    route("admin/dashboard/packing", "packing/desk-page.tsx"),
    route("admin/dashboard/manifests", "manifests/desk-page.tsx"),
  ]),
  layout("layout/admin-layout.tsx", { id: "scan-layout" }, [
    route("scan/:qrCodeId", "admin/qr-codes/scan-page.tsx"),
  ]),
  route("a/:labelCode", "receiving/labels/parcel-label-page.tsx"),
  layout("layout/visitor-layout.tsx", { id: "link-layout" }, [
    route("t/:token", "shared-package/shared-package-page.tsx"),
    route("unsubscribe/:token", "unsubscribe/unsubscribe-page.tsx"),
  ]),
  route("*", "layout/not-found-page.tsx"),
] satisfies RouteConfig;
