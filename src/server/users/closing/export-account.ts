import { sentence, translate } from "#server/translate.ts";
import type { ExportPart } from "#core/account-export.ts";
import type { Package } from "#contract/packages.ts";
import type { Transaction } from "#contract/wallet.ts";
import { brandName, brandSlug } from "#core/brand.ts";
import { placeName } from "#core/country-name.ts";
import { preferredLanguage } from "#core/language.ts";
import { isPositive, shownTransactionType } from "#core/ledger.ts";
import type { SignedInContext } from "#server/context.ts";
import { csvStart, csvWriter, textCell } from "#core/csv-row.ts";
import { exportInboundParcels } from "#server/inbound-parcels/export-inbound-parcels.ts";
import { exportShipRequests } from "#server/ship-requests/export-ship-requests.ts";
import { exportExtraServices } from "#server/extra-services/export-extra-services.ts";
import { exportNotifications } from "#server/notifications/export-notifications.ts";
import { readAddress } from "#server/inbound-parcels/read-address.ts";
import { readOwnShare } from "#server/packages/shares/read-own-share.ts";
import { exportClaims } from "#server/parcel-claims/export-claims.ts";
import { listPackages } from "#server/packages/lists/list-packages.ts";
import { readPackage } from "#server/packages/read-package.ts";
import { readSubscription } from "#server/plans/read-subscription.ts";
import { listTransactions } from "#server/wallet/list-transactions.ts";
import { readWallet } from "#server/wallet/read-wallet.ts";
import { getRegistrationFacts, listEmails, listErrorReports } from "./closing-queries.ts";
import { listSessions } from "#server/auth/sessions/list-sessions.ts";
import { readUserPayouts } from "#server/wallet/payouts/describe-payout.ts";
import { listPreferences } from "#server/notifications/preferences/list-preferences.ts";
import { listPushDevices } from "#server/notifications/push/list-push-devices.ts";
import { readNotificationSettings } from "#server/users/notifications/read-notification-settings.ts";
import { readProfile } from "#server/users/read-profile.ts";
import { readTwoFactor } from "#server/auth/two-factor/read-two-factor.ts";

type Input = {
  readonly part: ExportPart;
  readonly timeZone: string;
  readonly locale: string;
};

const transactionColumns = [
  "exports.date",
  "exports.type",
  "exports.status",
  "exports.in",
  "exports.out",
  "exports.reason",
  "exports.id",
] as const;

const packageColumns = [
  "exports.trackingNumber",
  "exports.origin",
  "exports.destination",
  "exports.status",
  "exports.estimatedWeight",
  "exports.finalWeight",
  "exports.description",
  "exports.createdDate",
  "exports.updatedDate",
] as const;

type ExportedFile = { fileName: string; contentType: string; content: string };

async function allTransactions(context: SignedInContext): Promise<Transaction[]> {
  const all: Transaction[] = [];
  let before: string | undefined;
  do {
    const { items, olderThan } = await listTransactions(context, { before });
    all.push(...items);
    before = olderThan ?? undefined;
  } while (before !== undefined);
  return all;
}

async function allPackages(context: SignedInContext): Promise<Package[]> {
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
  for (const { id: packageId } of await allPackages(context)) {
    const { share } = await readOwnShare(context, { packageId });
    packages.push({ ...(await readPackage(context, { packageId })), share });
  }
  return packages;
}

async function everything(context: SignedInContext): Promise<string> {
  const { person } = context.session;
  const { id: userId, email, isAdmin, roles, displayCurrency, language } = person;
  const account = {
    exportedAt: context.now().toISOString(),
    exportedFrom: brandName,
    profile: await readProfile(context),
    displayCurrency,
    language,
    isAdmin,
    roles,
    forwardingAddress: await readAddress(context),
    notificationSettings: await readNotificationSettings(context),
    notificationPreferences: await listPreferences(context),
    notifications: await exportNotifications(context),
    pushDevices: (await listPushDevices(context)).items,
    twoFactor: await readTwoFactor(context),
    sessions: (await listSessions(context)).items,
    subscription: await readSubscription(context),
    wallet: await readWallet(context),
    transactions: await allTransactions(context),
    payoutRequests: await readUserPayouts(context, userId),
    packages: await packagesWithShares(context),
    inboundParcels: await exportInboundParcels(context),
    parcelClaims: await exportClaims(context),
    shipRequests: await exportShipRequests(context),
    extraServices: await exportExtraServices(context),
    ...(await getRegistrationFacts(context.db, userId)),
    emails: await listEmails(context.db, email),
    errorReports: await listErrorReports(context.db, userId),
  };
  return `${JSON.stringify(account, null, 2)}\n`;
}

function transactionsCsv(transactions: readonly Transaction[], input: Input): string {
  const csv = csvWriter(input);
  const language = preferredLanguage(input.locale);
  // Two columns, since spreadsheets may take a cell that begins with a minus for a formula.
  const rows = transactions.map((transaction) => {
    const amount = csv.amount(transaction.amountCents);
    const isIn = isPositive(transaction.type);
    return csv.row([
      csv.moment(new Date(transaction.createdAt)),
      translate(language, `labels.transactionType.${shownTransactionType(transaction)}`),
      translate(language, `labels.transactionStatus.${transaction.status}`),
      isIn ? amount : "",
      isIn ? "" : amount,
      textCell(transaction.reason ?? ""),
      transaction.id,
    ]);
  });
  const heading = csv.row(transactionColumns.map((id) => translate(language, id)));
  return csvStart + heading + rows.join("");
}

function packagesCsv(packages: readonly Package[], input: Input): string {
  const csv = csvWriter(input);
  const language = preferredLanguage(input.locale);
  const weightCell = (grams: number | null) =>
    grams === null ? translate(language, "common.weightUnknown") : csv.kilograms(grams);
  const rows = packages.map((pkg) =>
    csv.row([
      textCell(pkg.trackingNumber),
      placeName(pkg.origin, language),
      placeName(pkg.destination, language),
      translate(language, `common.packageStatus.${pkg.status}`),
      weightCell(pkg.estimatedWeightGrams),
      weightCell(pkg.finalWeightGrams),
      textCell(pkg.description ?? ""),
      csv.moment(new Date(pkg.createdAt)),
      csv.moment(new Date(pkg.updatedAt)),
    ]),
  );
  const heading = csv.row(packageColumns.map((id) => translate(language, id)));
  return csvStart + heading + rows.join("");
}

async function exportedFile(context: SignedInContext, input: Input): Promise<ExportedFile> {
  const name = brandSlug;
  const csv = "text/csv; charset=utf-8";
  switch (input.part) {
    case "everything": {
      const content = await everything(context);
      return { fileName: `${name}-account.json`, contentType: "application/json", content };
    }
    case "transactions": {
      const language = preferredLanguage(input.locale);
      const content = transactionsCsv(await allTransactions({ ...context, language }), input);
      return { fileName: `${name}-transactions.csv`, contentType: csv, content };
    }
    case "packages": {
      const content = packagesCsv(await allPackages(context), input);
      return { fileName: `${name}-packages.csv`, contentType: csv, content };
    }
  }
}

/**
 * `everything` as JSON, with codes, times in UTC and amounts in cents; `transactions` or `packages` as CSV, with times,
 * weights and amounts in the reader's time zone and locale, words in the language of the locale, amounts in dollars. Throws `too_many_requests` while
 * another export of the account runs, and `busy` while too many of all accounts run.
 */
export async function exportAccount(context: SignedInContext, input: Input): Promise<ExportedFile> {
  const { queues, session } = context;
  using place = queues.accountExports.enter(session.person.id, sentence("errors.exportRunning"));
  return await place.inTurn(() => exportedFile(context, input));
}
