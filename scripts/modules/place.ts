// Where each file stands until it is moved: the first pattern that matches its path below `src` names its module. A pattern
// that ends with `/*` is a folder, any other one names files.
import type { Module } from "./order.ts";

const places: readonly (readonly [Module, string])[] = [
  ["people", "core/(common-passwords|password|account-edit|counted-account|member-code)"],
  ["office", "core/(account-export|freight-figures|reporting-periods|work-item|admin-list)"],
  ["app", "core/(admin-menu|customer-menu|role-pages|specified-table)"],
  [
    "shipping",
    "core/(expected-nothing|manifest|number-range|label-file|shipping-label|ship-quote|ship-request|carrier-weight)",
  ],
  [
    "goods",
    "core/(barcode-number|leg-order|ship-request-states|scan|scan-match|inbound-parcel|label-code|leg-edit|member-address|near-number|package-change|package-share|package-stage|package-estimate|parcel-claim|pasted-text|receiving|scale-reading|stocktake|storage-fee|storage-location-codes|storage-location|storage-rate|stored-days|courier-delivery|declared-value)",
  ],
  [
    "tracking",
    "core/(carrier-report|postal-number|leg-estimates|tracker|tracking-[a-z-]*|package-status)",
  ],
  [
    "money",
    "core/(allowance|hold-model|ledger[a-z-]*|low-balance|payment|payout|reconciliation-finding)",
  ],
  ["notices", "core/(inbox|notification|push)"],
  ["platform", "core/(latin-name|latin-script|stored-text)"],
  [
    "catalogue",
    "core/(plan|duty|extra-service|parcel-contents|price-day|expected-arrival|carrier-address|carrier|chargeable-weight|country[a-z-]*|exchange-rate|first-prices|freight-estimate|lane|lane-time|opening-hours|parcel-sides|quote-breakdown|rate-changes|rate-import|recipient|route-plan|route-quote|service-[a-z-]*|shipping-leg|shipping-rate|shipping-service|suggestion|warehouse|warehouse-parts|check-digits)",
  ],
  ["platform", "core/*"],
  ["app", "contract/(api|examples|operations)"],
  ["office", "contract/(admin|admin-users|audit|error-reports|freight-figures|limits|users)"],
  [
    "shipping",
    "contract/(boxes|extra-services|manifests|number-ranges|packing|shelved-boxes|ship-quotes|ship-requests|shipping-label-examples|shipping-labels|shipping-estimates)",
  ],
  ["catalogue", "contract/parcel-contents"],
  [
    "goods",
    "contract/(admin-package-files|inbound-parcels|ordered-extra-services|own-package-changes|package-[a-z-]*|packages|parcel-[a-z-]*|receiving|shipping-legs|stocktakes|storage-locations|storage-rates)",
  ],
  ["tracking", "contract/(carrier-events|leg-estimates|tracking)"],
  ["money", "contract/(payments|payouts|plans|wallet)"],
  ["notices", "contract/(notification-settings|notifications|push-devices)"],
  ["people", "contract/(auth|profile|sign-up-heading)"],
  [
    "catalogue",
    "contract/(carriers|exchange-rates|lanes|quotes|rates|shipping-services|suggestions|warehouses)",
  ],
  ["platform", "contract/*"],
  [
    "app",
    "server/(main|app|job-handlers|router|serve|open-server|open-sandboxes|check-providers|open-database|access|listeners|money-crashes|money-faults)",
  ],
  ["app", "server/(fees|content-pages)/*"],
  [
    "app",
    "server/http/(built-pages|page-routes|pages|api-docs-page|openapi[a-z-]*|client-files|auth-pages|crawler-files|inline-scripts|desk-worker|api-handlers|language-form|upload-operations|listen|metric-queries|database-metrics)",
  ],
  ["office", "server/(admin|freight-figures)/*"],
  ["office", "server/audit/(list-entries|export-entries|read-named-entries)"],
  ["office", "server/error-reports/(list-errors|read-error|resolve-error|describe-error-group)"],
  ["office", "server/users/closing/*"],
  [
    "office",
    "server/users/(describe-user|list-users|read-user|restore-user|suspend-user|update-user|user-details|user-list-queries|aggregate-profile-counts)",
  ],
  ["office", "server/limits/(lift-limit|list-limits)"],
  ["notices", "server/users/notifications/*"],
  ["platform", "server/auth/parse-email"],
  ["people", "server/(users|auth)/*"],
  ["people", "server/inbound-parcels/member-codes/*"],
  ["people", "server/db/(match-user|active-members|open-accounts)"],
  ["tracking", "server/db/silent-legs"],
  ["shipping", "server/(ship-requests|extra-services|boxes|labels|manifests)/*"],
  ["platform", "server/packages/files/*"],
  [
    "goods",
    "server/(inbound-parcels|receiving|storage-locations|storage-rates|stocktakes|parcel-claims|packages)/*",
  ],
  [
    "goods",
    "server/tracking/(add-event|answer-question|answer-parcel-question|apply-trackers|set-carrier|list-questions|parcel-question-queries|count-tracking-work)",
  ],
  ["tracking", "server/(tracking|adapters/tracking)/*"],
  ["money", "server/(wallet|plans|payments|stripe-customers|adapters/payment)/*"],
  ["notices", "server/(notifications|adapters/push)/*"],
  ["notices", "server/vapid-keys"],
  [
    "catalogue",
    "server/(carriers|lanes|shipping-services|quotes|exchange-rates|warehouses|suggestions|adapters/exchange-rates)/*",
  ],
  ["people", "server/emails/account-emails"],
  ["office", "server/emails/admin-digest-emails"],
  ["money", "server/emails/(charge-emails|payment-emails)"],
  ["goods", "server/emails/(claim-emails|parcel-emails|shipment-emails)"],
  ["shipping", "server/emails/ship-request-emails"],
  ["notices", "server/emails/(unsubscribe-token|email-switches)"],
  ["platform", "server/*"],
  ["ui", "web/api-of/ui"],
  ["catalogue", "web/api-of/catalogue"],
  ["people", "web/api-of/people"],
  ["notices", "web/api-of/notices"],
  ["money", "web/api-of/money"],
  ["tracking", "web/api-of/tracking"],
  ["goods", "web/api-of/goods"],
  ["shipping", "web/api-of/shipping"],
  ["office", "web/api-of/office"],
  ["app", "web/api-of/app"],
  ["office", "web/languages/*"],
  ["app", "web/admin/account/access-gate"],
  ["office", "web/admin/account/account-page"],
  ["office", "web/packages/dashboard-page"],
  ["office", "web/admin/payments/plan-payments-page"],
  ["app", "web/admin/settings/(settings-page|set-up-index)"],
  ["shipping", "web/admin/reconciliation/unpaid-services-card"],
  ["app", "web/receiving/labels/parcel-label-page"],
  [
    "people",
    "web/calculator/(own-calculator|calculator-below|public-calculator-page|shipping-calculator-page)",
  ],
  ["catalogue", "web/parcels/measurement-messages"],
  ["catalogue", "web/ui/(approximate-amounts|money-with-approximation)"],
  ["goods", "web/desk-account-key"],
  ["tracking", "web/i18n/(status-label|tracking-labels)"],
  ["goods", "web/i18n/stage-text"],
  ["catalogue", "web/i18n/(labels|contents-labels)"],
  ["app", "web/(layout|public)/*"],
  ["app", "web/(routes|root|entry.client|entry.server)"],
  ["catalogue", "web/admin/suggestions/*"],
  ["office", "web/admin/(dashboard|users|audit|errors|limits|settings|work-items|freight)/*"],
  ["notices", "web/users/(notification-messages|notification-choices|notifications-card)"],
  ["notices", "web/users/push/*"],
  [
    "people",
    "web/users/(security-messages|account-security-card|backup-codes|password-card|sessions-dialog|two-factor-dialog|device-name)",
  ],
  ["office", "web/users/*"],
  ["shipping", "web/(ship-requests|packing|manifests|carrier-weights)/*"],
  ["shipping", "web/admin/(shipping-labels|number-ranges|packing-prices)/*"],
  ["goods", "web/(parcels|packages|receiving|stocktake|address|tracking|shared-package)/*"],
  [
    "goods",
    "web/admin/(inbound-parcels|qr-codes|shipments|storage-locations|storage-rates|unmatched)/*",
  ],
  ["tracking", "web/(carrier-events|admin/tracking)/*"],
  ["money", "web/(wallet|plans)/*"],
  ["money", "web/admin/(payments|payouts|wallets|reconciliation|webhooks)/*"],
  ["notices", "web/(notifications|unsubscribe)/*"],
  ["notices", "web/push-account"],
  ["people", "web/(auth|admin/account)/*"],
  ["people", "web/use-next-sign-in"],
  ["catalogue", "web/(calculator|carriers)/*"],
  ["catalogue", "web/admin/(carriers|lanes|shipping-services|warehouses)/*"],
  ["catalogue", "web/i18n/country-(names|options)"],
  ["ui", "web/*"],
];

const patterns = places.map(([module, pattern]) => {
  const isFolder = pattern.endsWith("/*");
  const start = isFolder ? pattern.slice(0, -1) : pattern;
  return [module, new RegExp(`^${start}${isFolder ? "" : "(\\.[a-z.]+)?$"}`)] as const;
});

/** The module of a file, by its path below `src`; undefined for what belongs to none. */
export function moduleOf(path: string): Module | undefined {
  return patterns.find(([, pattern]) => pattern.test(path))?.[0];
}
