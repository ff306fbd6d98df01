/** Every address of the product and the screen that answers it. */
import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  layout("shell/public-layout.tsx", [
    index("public/landing-page.tsx"),
    route("pricing", "public/pricing-page.tsx"),
    route("services", "public/services-page.tsx"),
  ]),
  layout("shell/entrance-layout.tsx", [
    route("login", "people/login-page.tsx"),
    route("admin-login", "people/admin-login-page.tsx"),
    route("register", "people/register-page.tsx"),
    route("auth/callback", "people/auth-callback-page.tsx"),
    route("reset-password", "people/reset-password-page.tsx"),
  ]),
  route("dashboard", "shell/customer-layout.tsx", [
    index("packages/dashboard-page.tsx"),
    route("packages", "packages/packages-page.tsx"),
    route("packages/new", "packages/new-package-page.tsx"),
    route("track", "tracking/track-page.tsx"),
    route("shipping-calculator", "calculator/shipping-calculator-page.tsx"),
    route("wallet", "wallet/wallet-page.tsx"),
    route("wallet/history", "shell/wallet-history-redirect.tsx"),
    route("wallet/statement", "wallet/statement-page.tsx"),
    route("profile", "people/profile-page.tsx"),
    route("settings", "people/settings-page.tsx"),
    route("upgrade", "plans/upgrade-page.tsx"),
  ]),
  route("admin/dashboard", "shell/admin-layout.tsx", [
    index("admin/dashboard-page.tsx"),
    route("users", "admin/users-page.tsx"),
    route("shipments/:packageId?", "admin/shipments-page.tsx"),
    route("labels/:qrCodeId", "admin/qr-codes/qr-label-page.tsx"),
    route("payments", "admin/payments-page.tsx"),
    route("settings", "admin/settings-page.tsx"),
    route("reconciliation", "admin/reconciliation-page.tsx"),
    route("webhooks", "admin/webhooks-page.tsx"),
    route("limits", "admin/limits-page.tsx"),
    route("payouts", "admin/payouts-page.tsx"),
    route("account", "admin/account-page.tsx"),
    route("lanes", "admin/lanes-page.tsx"),
    route("plan-payments", "admin/desk/plan-payments-page.tsx"),
    route("audit", "admin/audit-page.tsx"),
    route("errors", "admin/errors-page.tsx"),
    route("waiting", "admin/desk/waiting-page.tsx"),
  ]),
  layout("shell/admin-layout.tsx", { id: "scan-frame" }, [
    route("scan/:qrCodeId", "admin/qr-codes/scan-page.tsx"),
  ]),
  route("*", "shell/not-found-page.tsx"),
] satisfies RouteConfig;
