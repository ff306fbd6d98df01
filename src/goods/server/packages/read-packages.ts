import type {
  OwnPackageDetails,
  ShipmentDetails,
  TrackedPackage,
  PackageEvent,
} from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import { returnsQuota } from "#goods/rules/package-stage.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findCurrentMonth } from "#money/server/plans/quota.ts";
import { listPackageCharges } from "#money/server/wallet/transactions.ts";
import { listCarrierEvents } from "#goods/server/tracking/carrier-events.ts";
import { toPackageImage } from "./package-images.ts";
import { listFiles } from "#platform/server/files/files.ts";
import {
  findStoredPackage,
  getQuotaUse,
  getPlanMaxWeightGrams,
  listPackagePlaces,
  findRecipient,
  listRecipients,
  listTrackedIds,
} from "./package-queries.ts";
import { readEstimates } from "./legs/expectations.ts";
import "#goods/server/announcements.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import { describeEvents, describePackage, seesContacts } from "./change-package.ts";
import { readPackageEvents } from "./package-events.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { isShownToCustomers } from "#tracking/rules/package-status.ts";
import type { Db } from "#platform/server/db/open.ts";
import { readProfile } from "#people/server/users/profile.ts";
import { countryByName } from "#catalogue/rules/country.ts";
import type { RecentRecipient } from "#goods/contract/own-package-changes.ts";
import {
  isSameRecipient,
  recipientFieldsOf,
  recipientOfProfile,
  type Recipient,
} from "#catalogue/rules/recipient.ts";

/** The package with its recipient, legs, images, events, freight and extra services. Throws `not_found`, also for another customer's. */
export async function readPackage(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<OwnPackageDetails> {
  const { db, listeners, session, language } = context;
  const pkg = await findStoredPackage(db, input.packageId);
  if (pkg === undefined || pkg.userId !== session.person.id) throw apiError("not_found");
  const [
    images,
    events,
    carrierEvents,
    estimates,
    charges,
    recipient,
    quotaUse,
    month,
    extraServices,
  ] = await Promise.all([
    listFiles(db, "package", [pkg.id]),
    listCustomerEvents(db, pkg.id),
    listCarrierEvents(db, pkg.id),
    readEstimates(context, pkg),
    listPackageCharges(db, { userId: pkg.userId, packageId: pkg.id, language }),
    findRecipient(db, pkg.id),
    getQuotaUse(db, pkg.id),
    findCurrentMonth(db, pkg.userId),
    listeners.ordersOfSubject(context, { packageId: pkg.id }),
  ]);
  return {
    package: pkg,
    images: images.map((image) => toPackageImage(context, image)),
    events,
    carrierEvents,
    estimates,
    charges,
    recipient,
    extraServices,
    returnsQuota: returnsQuota(quotaUse, month ?? null, context.now()),
  };
}

/**
 * The package with its customer, legs, images, events, freight and the limit of the customer's plan, as far as the reader
 * may see them. Throws `not_found`.
 */
export async function readShipment(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<ShipmentDetails> {
  const { db, language } = context;
  const { person } = context.session;
  const pkg = await findStoredPackage(db, input.packageId);
  if (pkg === undefined) throw apiError("not_found");
  const [images, events, carrierEvents, estimates, charges, planMaxWeightGrams, recipient, sent] =
    await Promise.all([
      listFiles(db, "package", [pkg.id]),
      readPackageEvents(db, pkg.id),
      listCarrierEvents(db, pkg.id),
      readEstimates(context, pkg),
      mayUse(person, roleAccess.money)
        ? listPackageCharges(db, { userId: pkg.userId, packageId: pkg.id, language })
        : null,
      getPlanMaxWeightGrams(db, pkg.userId),
      seesContacts(person) ? findRecipient(db, pkg.id) : null,
      mayUse(person, roleAccess.shipRequests)
        ? context.listeners.sentPackages(db, [pkg.id])
        : undefined,
    ]);
  return {
    package: describePackage(person, pkg),
    images: images.map((image) => toPackageImage(context, image)),
    events: describeEvents(person, events),
    carrierEvents,
    estimates,
    charges,
    planMaxWeightGrams,
    recipient,
    shipRequestReference: sent?.get(pkg.id)?.reference ?? null,
  };
}

/** A number stands on one package as a rule, so more results than this help nobody. */
const maxPackages = 5;

/**
 * The own packages, five at most and newest first, that bear the number or one of whose legs does, with legs and events.
 * The number of another customer's package finds nothing, like one that does not exist.
 */
export async function trackPackage(
  context: SignedInContext,
  input: { readonly trackingNumber: string },
): Promise<{ items: TrackedPackage[] }> {
  const { db, session } = context;
  const number = normaliseTrackingNumber(input.trackingNumber);
  if (number === "") return { items: [] };
  const ids = await listTrackedIds(db, session.person.id, number, maxPackages);
  const items = await Promise.all(
    ids.map(async (id) => {
      const pkg = await findStoredPackage(db, id);
      if (pkg === undefined) return [];
      const [events, carrierEvents, estimates] = await Promise.all([
        listCustomerEvents(db, id),
        listCarrierEvents(db, id),
        readEstimates(context, pkg),
      ]);
      return [{ package: pkg, events, carrierEvents, estimates }];
    }),
  );
  return { items: items.flat() };
}

/** The events of a package that matter to its customer, oldest first, without who caused them. */
async function listCustomerEvents(db: Db, packageId: string): Promise<PackageEvent[]> {
  const events = await readPackageEvents(db, packageId);
  return events
    .filter(isShownToCustomers)
    .map(({ actorEmail: _adminsOnly, byCarrier: _ofStaff, ...event }) => event);
}

/** The newest packages of which the recipients are looked at, and how many different ones are returned. */
const recentRecipients = { packages: 200, listed: 5 } as const;

/** The last recipients of own packages, each once, without the one of the profile. */
export async function listRecentRecipients(
  context: SignedInContext,
): Promise<{ items: RecentRecipient[] }> {
  const { db, session } = context;
  const profile = await readProfile(context);
  const found = await listRecipients(db, session.person.id, recentRecipients.packages);
  const items = found.flatMap(({ destination, ...row }): RecentRecipient[] => {
    const countryCode = countryByName(destination)?.code;
    const recipient = recipientFieldsOf(row);
    const isOwn = isSameRecipient(recipient, recipientOfProfile(profile, destination));
    return countryCode === undefined || isOwn ? [] : [{ recipient, destination, countryCode }];
  });
  return { items: items.slice(0, recentRecipients.listed) };
}

/** By what people know a package, and where it goes. */
export type PackagePlace = {
  readonly id: string;
  readonly trackingNumber: string;
  readonly destination: string;
  /** As its customer calls it. */
  readonly name: string;
};

/** Of one package; null where it was deleted. */
export async function readPackagePlace(db: Db, packageId: string): Promise<PackagePlace | null> {
  return (await listPackagePlaces(db, [packageId]))[0] ?? null;
}

/** Of several packages, by id; those that were deleted are left out. */
export async function readPackagePlaces(
  db: Db,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, PackagePlace>> {
  const places = await listPackagePlaces(db, packageIds);
  return new Map(places.map((place) => [place.id, place]));
}

/** To whom a package goes; the fields are empty where nobody is known. */
export async function readRecipient(db: Db, packageId: string): Promise<Recipient> {
  return await findRecipient(db, packageId);
}
