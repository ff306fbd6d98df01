// Where each file stands until it is moved: the first pattern that matches its path below `src` names its module. A pattern
// that ends with `/*` is a folder, any other one names files.
import type { Module } from "./order.ts";

const places: readonly (readonly [Module, string])[] = [
  ["people", "core/(common-passwords|password|account-edit|counted-account|member-code)"],
  ["office", "core/(account-export|freight-figures|reporting-periods|work-item|admin-list)"],
  ["app", "core/(page-addresses|desk-pages|admin-menu|customer-menu|role-pages|specified-table)"],
  [
    "shipping",
    "core/(expected-nothing|manifest|number-range|label-file|shipping-label|ship-quote|ship-request|carrier-weight)",
  ],
  [
    "goods",
    "core/(barcode-number|waiting-limits|scan|scan-match|inbound-parcel|label-code|leg-edit|member-address|near-number|package-change|package-share|package-stage|package-estimate|parcel-claim|pasted-text|receiving|scale-reading|stocktake|storage-fee|storage-location-codes|storage-location|storage-rate|stored-days|courier-delivery|declared-value)",
  ],
  ["catalogue", "core/(postal-number|tracking-number|tracking-number-text)"],
  ["tracking", "core/(carrier-report|leg-estimates|tracker|tracking-[a-z-]*|package-status)"],
  [
    "money",
    "core/(allowance|hold-model|request-hold-key|ledger[a-z-]*|low-balance|payment|payout|reconciliation-finding)",
  ],
  ["notices", "core/(inbox|notification|push)"],
  ["platform", "core/(latin-name|latin-script|stored-text)"],
  [
    "catalogue",
    "core/(plan|duty|extra-service|expected-arrival|carrier-address|carrier|chargeable-weight|country[a-z-]*|exchange-rate|first-prices|freight-estimate|lane|lane-time|opening-hours|parcel-sides|quote-breakdown|rate-changes|rate-import|recipient|route-plan|route-quote|service-[a-z-]*|shipping-leg|shipping-rate|shipping-service|suggestion|warehouse|warehouse-parts|check-digits)",
  ],
  ["platform", "core/*"],
  ["app", "contract/(shared-shapes|api|examples|operations)"],
  ["office", "contract/(admin|admin-users|audit|error-reports|freight-figures|limits|users)"],
  [
    "shipping",
    "contract/(boxes|extra-services|manifests|number-ranges|packing|shelved-boxes|ship-quotes|ship-requests|shipping-label-examples|shipping-labels|shipping-estimates)",
  ],
  [
    "goods",
    "contract/(admin-package-files|inbound-parcels|own-package-changes|package-[a-z-]*|packages|parcel-[a-z-]*|receiving|shipping-legs|stocktakes|storage-locations|storage-rates)",
  ],
  ["tracking", "contract/(carrier-events|leg-estimates|tracking)"],
  ["money", "contract/(payments|payouts|plans|wallet)"],
  ["notices", "contract/(notifications|push-devices)"],
  ["people", "contract/(auth|profile|sign-up-heading)"],
  [
    "catalogue",
    "contract/(plan-name|carriers|exchange-rates|lanes|quotes|rates|shipping-services|suggestions|warehouses)",
  ],
  ["platform", "contract/*"],
  [
    "app",
    "server/(main|app|job-handlers|router|serve|open-server|open-sandboxes|check-providers|open-database|access|listeners|account-parts|email-kinds|backups/restore-backup|job-list|money-crashes|money-faults)",
  ],
  ["shipping", "server/fees/fee-texts"],
  ["app", "server/(fees|content-pages)/*"],
  ["app", "server/lanes/times/describe-times"],
  ["shipping", "server/quotes/compare-services"],
  ["goods", "server/lanes/times/(aggregate-lane-times|leg-time-queries)"],
  [
    "app",
    "server/http/(webhook|answer-upload|receive-upload|write-guard|loopback-redirect|request-context|health|metrics|built-pages|page-routes|pages|api-docs-page|openapi[a-z-]*|client-files|auth-pages|crawler-files|inline-scripts|desk-worker|api-handlers|language-form|upload-operations|listen|metric-queries|database-metrics)",
  ],
  ["money", "server/settings/payment-access"],
  ["tracking", "server/settings/tracking-access"],
  [
    "office",
    "server/settings/(read-public-settings|change-payment-access|change-setting|change-tracking-key|describe-settings|read-saved-keys|read-settings|remove-payment-access|remove-tracking-key|save-payment-access|save-tracking-key|switch-maintenance)",
  ],
  ["office", "server/(admin|freight-figures)/*"],
  ["office", "server/audit/(list-entries|export-entries|read-named-entries|entry-list-queries)"],
  ["office", "server/error-reports/(list-errors|read-error|resolve-error|describe-error-group)"],
  ["office", "server/users/closing/*"],
  [
    "office",
    "server/users/(describe-user|list-users|read-user|restore-user|suspend-user|update-user|user-details|user-list-queries|user-queries|aggregate-profile-counts)",
  ],
  ["office", "server/limits/(lift-limit|list-limits)"],
  ["office", "server/users/staff-roles/(change-staff-role|end-staff-role|grant-staff-role)"],
  ["notices", "server/users/notifications/*"],
  ["people", "server/jobs/people"],
  ["catalogue", "server/jobs/catalogue"],
  ["notices", "server/jobs/notices"],
  ["money", "server/jobs/money"],
  ["tracking", "server/jobs/tracking"],
  ["goods", "server/jobs/goods"],
  ["shipping", "server/jobs/shipping"],
  ["office", "server/jobs/office"],
  ["platform", "server/auth/parse-email"],
  ["people", "server/(users|auth)/*"],
  ["people", "server/inbound-parcels/member-codes/*"],
  ["people", "server/db/(match-user|active-members|open-accounts|role-columns)"],
  ["catalogue", "server/db/warehouse-columns"],
  ["shipping", "server/db/scale-photo"],
  ["tracking", "server/db/silent-legs"],
  ["people", "server/tokens/*"],
  ["people", "server/db/tables/users"],
  ["money", "server/db/tables/(plans|wallet)"],
  ["catalogue", "server/db/tables/(carriers|lanes|shipping-services|warehouses)"],
  ["goods", "server/db/tables/(inbound-parcels|packages)"],
  ["notices", "server/db/tables/notifications"],
  ["office", "server/db/tables/office"],
  ["shipping", "server/db/tables/(labels|ship-requests)"],
  ["tracking", "server/db/tables/tracking"],
  ["shipping", "server/(ship-requests|extra-services|boxes|labels|manifests)/*"],
  ["app", "server/packages/files/(serve-file|remove-orphan-files)"],
  ["platform", "server/packages/files/*"],
  [
    "goods",
    "server/(inbound-parcels|receiving|storage-locations|storage-rates|stocktakes|parcel-claims|packages)/*",
  ],
  [
    "goods",
    "server/tracking/(add-event|answer-question|answer-parcel-question|apply-trackers|count-tracking-work|follow-holders|holder-queries|leg-event-queries|list-carrier-events|list-questions|list-trackers|listeners|parcel-question-queries|read-moving-events|read-tracking|refresh-tracking|set-carrier|tracker-list-queries)",
  ],
  ["tracking", "server/(tracking|adapters/tracking)/*"],
  ["money", "server/(wallet|plans|payments|stripe-customers|adapters/payment)/*"],
  ["goods", "server/notifications/(goods-emails|listeners|subject-queries)"],
  ["notices", "server/(notifications|adapters/push)/*"],
  [
    "catalogue",
    "server/(carriers|lanes|shipping-services|quotes|exchange-rates|warehouses|suggestions|adapters/exchange-rates)/*",
  ],
  ["people", "server/emails/account-emails"],
  ["office", "server/emails/admin-digest-emails"],
  ["money", "server/emails/(charge-emails|payment-emails)"],
  ["goods", "server/emails/(claim-emails|parcel-emails|shipment-emails)"],
  ["shipping", "server/emails/ship-request-emails"],
  ["catalogue", "server/arrival-text"],
  ["platform", "server/*"],
  ["app", "web/(layout|public|languages)/*"],
  ["app", "web/(routes|root|entry.client|entry.server)"],
  ["catalogue", "web/admin/suggestions/*"],
  ["office", "web/admin/(dashboard|users|audit|errors|limits|settings|work-items|freight)/*"],
  ["notices", "web/users/(notification-choices|notifications-card)"],
  ["notices", "web/users/push/*"],
  [
    "people",
    "web/users/(account-security-card|backup-codes|password-card|sessions-dialog|two-factor-dialog|device-name)",
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
