import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { apiError } from "#platform/contract/errors.ts";
import { countryByCode, type CountryCode } from "#catalogue/rules/country.ts";
import { recipientFieldsOf, type Recipient } from "#catalogue/rules/recipient.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { gatherParcels, lockGathering } from "#goods/server/packages/gather-parcels.ts";
import { lockOwnPackage } from "#goods/server/packages/lock-packages.ts";
import { updateProfile } from "#people/server/users/profile.ts";
import { parsePayment } from "./change-payment-mode.ts";
import { readKnownRecipient } from "./estimate-parcels.ts";
import { requestForPackage, type ShippingInput } from "./request-shipping.ts";

type Input = Omit<ShippingInput, "inboundParcelIds"> & {
  readonly inboundParcelIds: readonly string[];
  readonly countryCode: CountryCode;
  readonly recipient: Recipient | null;
  readonly saveToProfile: boolean;
};

async function saveAddress(
  context: SignedInContext,
  // The number of an importer is of a package: a profile has none.
  { name, latinName, importerReference: _number, ...contact }: Recipient,
  country: CountryCode,
): Promise<void> {
  await updateProfile(context, { ...contact, fullName: name, latinName, country });
}

/**
 * Puts own parcels that are here into one package and requests that they are sent, all or nothing: the oldest package that they
 * are in, into which the others are merged, or a new one, which takes one of the quota.
 *
 * Throws `invalid_payment_mode`, what `lockGathering` and `gatherParcels` do, then what `requestForPackage` does.
 */
export async function shipParcels(
  context: SignedInContext,
  { inboundParcelIds, countryCode, recipient: sent, saveToProfile, ...request }: Input,
): Promise<ShipRequest> {
  const { db } = context;
  parsePayment(request);
  const destination = countryByCode(countryCode)?.name;
  if (destination === undefined) throw apiError("service_closed", { reasons: [] });
  const gathering = await lockGathering(context, db, inboundParcelIds, destination);
  const recipient =
    sent === null
      ? (await readKnownRecipient(context, gathering, countryCode)).recipient
      : recipientFieldsOf(sent);
  const packageId = await gatherParcels(context, db, gathering, { destination, recipient });
  const pkg = await lockOwnPackage(context, db, packageId);
  const requested = await requestForPackage(context, pkg, { ...request, inboundParcelIds });
  if (sent !== null && saveToProfile) await saveAddress(context, recipient, countryCode);
  await context.auditOf(packageId, {
    after: {
      shipRequestId: requested.id,
      inboundParcelIds,
      mergedPackageIds: gathering.merged.map(({ id }) => id),
    },
  });
  return requested;
}
