/** The modules of the business from the top down: each knows only those below it. */
export const modules = [
  "app",
  "office",
  "shipping",
  "goods",
  "tracking",
  "money",
  "notices",
  "people",
  "catalogue",
  "ui",
  "platform",
] as const;
export type Module = (typeof modules)[number];

/** Whether code of `from` may use what `to` publishes. */
export function mayUse(from: Module, to: Module): boolean {
  return modules.indexOf(from) <= modules.indexOf(to);
}

/** The module that owns each table, by the table's name in code. */
export const tableOwners: Readonly<Record<string, Module>> = Object.fromEntries(
  Object.entries({
    people:
      "users sessions oneTimeTokens pendingRegistrations authEmailRequests profiles staffRoles twoFactors backupCodes signInChallenges memberCodes profileCounts profileCountChanges",
    platform: "attempts backups emails auditLog errorGroups errorLogs settings changes",
    money:
      "payoutRequests providerEvents ledgerAccounts ledgerTransfers ledgerEntries transactions deposits depositDisputes holds reconciliations providerCustomers subscriptionCheckouts subscriptions planPeriods planPayments subscriberLocks",
    office: "adminDigests",
    catalogue:
      "exchangeRates suggestions dutyRules shippingServices serviceRates serviceSurcharges warehouses carriers suspendedLanes laneTimes",
    shipping:
      "numberRanges rangeNumbers labels labelFileSettings manifests manifestPackages carrierWeights boxes extraServices shipRequests shipRequestParcels shipRequestEvents quotes extraServiceRequests packingImages",
    notices: "notifications notificationPreferences pushSubscriptions pushMessages",
    goods:
      "packages packageRecipients shippingLegs packageImages qrCodes packageEvents packageShares packageCounts packageCountChanges packageTotals storageRates inboundParcelClaims inboundParcelClaimFiles stocktakes stocktakeLocations stocktakeScans stocktakeDifferences storageLocations receivingRecords inboundParcelImages inboundParcels inboundParcelEvents",
    tracking: "trackers trackerUses trackingEvents carrierMessages",
  } satisfies Partial<Record<Module, string>>).flatMap(([owner, names]) =>
    names.split(" ").map((name) => [name, owner as Module]),
  ),
);
