import { sentence, translate } from "#platform/server/translate.ts";
import type { ExportPart } from "#office/rules/account-export.ts";
import type { Package } from "#goods/contract/packages.ts";
import type { Transaction } from "#money/contract/transactions.ts";
import { brandName, brandSlug } from "#platform/rules/brand.ts";
import { placeName } from "#catalogue/rules/country-name.ts";
import { preferredLanguage } from "#platform/rules/language.ts";
import { isPositive } from "#money/rules/ledger.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvStart, csvWriter, textCell } from "#platform/rules/csv-row.ts";
import { readAllPackages } from "#goods/server/account-part.ts";
import { readAllTransactions } from "#money/server/wallet/transactions.ts";
import "#office/server/announcements.ts";

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

/** In this order, whichever module they are of; what is not named here comes after it. */
const order = [
  "profile",
  "displayCurrency",
  "language",
  "isAdmin",
  "isCustomer",
  "roles",
  "forwardingAddress",
  "notificationSettings",
  "notificationPreferences",
  "notifications",
  "pushDevices",
  "twoFactor",
  "sessions",
  "subscription",
  "wallet",
  "transactions",
  "payoutRequests",
  "packages",
  "inboundParcels",
  "parcelClaims",
  "shipRequests",
  "extraServices",
  "cases",
  "registeredAt",
  "paymentProviderCustomerId",
  "emails",
  "errorReports",
];

async function everything(context: SignedInContext): Promise<string> {
  const facts: (readonly [string, unknown])[] = [];
  for (const { exported } of context.listeners.accountParts) {
    if (exported !== undefined) facts.push(...Object.entries(await exported(context)));
  }
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const account = {
    exportedAt: context.now().toISOString(),
    exportedFrom: brandName,
    ...Object.fromEntries(facts.toSorted(([one], [other]) => placeOf(one) - placeOf(other))),
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
      translate(language, `labels.transactionType.${transaction.type}`),
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
  const weightCell = (grams: number | null) => (grams === null ? "" : csv.kilograms(grams));
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
      const content = transactionsCsv(await readAllTransactions({ ...context, language }), input);
      return { fileName: `${name}-transactions.csv`, contentType: csv, content };
    }
    case "packages": {
      const content = packagesCsv(await readAllPackages(context), input);
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
