/** Every address of the product and the screen that answers it. */
import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  layout("layout/public-layout.tsx", [
    index("public/landing-page.tsx"),
    route("pricing", "public/pricing-page.tsx"),
    route("services", "public/services-page.tsx"),
  ]),
  layout("layout/auth-layout.tsx", [
    route("login", "auth/login-page.tsx"),
    route("admin-login", "auth/admin-login-page.tsx"),
    route("register", "auth/register-page.tsx"),
    route("auth/callback", "auth/auth-callback-page.tsx"),
    route("reset-password", "auth/reset-password-page.tsx"),
  ]),
  route("dashboard", "layout/customer-layout.tsx", [
    index("packages/dashboard-page.tsx"),
    route("packages", "packages/packages-page.tsx"),
    route("packages/new", "packages/new-package-page.tsx"),
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
    route("plan-payments", "admin/payments/plan-payments-page.tsx"),
    route("audit", "admin/audit/audit-page.tsx"),
    route("errors", "admin/errors/errors-page.tsx"),
    route("waiting", "admin/work-items/work-items-page.tsx"),
  ]),
  layout("layout/admin-layout.tsx", { id: "scan-frame" }, [
    route("scan/:qrCodeId", "admin/qr-codes/scan-page.tsx"),
  ]),
  route("*", "layout/not-found-page.tsx"),
] satisfies RouteConfig;
