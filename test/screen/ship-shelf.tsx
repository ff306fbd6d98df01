// The shelf of a customer with three parcels, and the page that sends them.
import ParcelsPage from "#goods/web/parcels/parcels-page.tsx";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { countryByCode } from "#catalogue/rules/country.ts";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import type { ParcelsEstimate } from "#shipping/contract/ship-parcels.ts";
import ShipParcelsPage from "#shipping/web/ship-requests/ship-parcels-page.tsx";
import { DraftOwner } from "#ui/web/form-draft.ts";
import type { FakeAnswers } from "./fake-client.ts";
import { measuredParcel, openPackage, parcelsFake } from "./parcels.ts";
import { airService, estimate } from "./ship-requests.ts";
import { parcelsEstimate, shippingAnswers } from "./shipping-answers.ts";
import { showScreen } from "./show-screen.tsx";
import { mei } from "./users.ts";

export const parcels = ["Oolong, 2 tins", "Running shoes", "Desk lamp"].map(
  (description, index): InboundParcel => ({
    ...measuredParcel,
    id: `00000000-0000-4000-8000-00000000070${index}`,
    trackingNumber: `SF700000000000${index}`,
    packageId: null,
    packageNumber: null,
    packageTrackingNumber: null,
    description,
  }),
);
export const ids = parcels.map(({ id }) => id);

/** Services as on an installation with all that is suggested: some open, some closed. */
const services: ParcelsEstimate["items"] = [
  ...["Air Mail", "Surface Mail", "Parcel Post", "ePacket", "Speedpost"].map((name, index) => ({
    ...(estimate.items[0] as ParcelsEstimate["items"][number]),
    service: { ...airService, code: `open_${index}`, name: `Hong Kong Post ${name}` },
    fromCents: 2310 + index * 400,
    toCents: 2750 + index * 400,
  })),
  ...["one", "two", "three", "four"].map((name) => ({
    ...(estimate.items[2] as ParcelsEstimate["items"][number]),
    service: { ...airService, code: name, name: `Express ${name}` },
  })),
];

const nobody = { ...emptyRecipient, name: mei.fullName };

type Known = Partial<ParcelsEstimate>;
type EstimateInput = {
  readonly inboundParcelIds?: string[] | undefined;
  readonly countryCode?: string | undefined;
};

/** Of a customer without an address; a country is what the profile or the form says. */
export function estimateFor(known: Known, input: EstimateInput): ParcelsEstimate {
  const { inboundParcelIds = ids } = input;
  const countryCode = countryByCode(input.countryCode ?? "")?.code ?? known.countryCode ?? null;
  return {
    ...parcelsEstimate,
    inboundParcelIds: [...inboundParcelIds],
    parcelsCount: inboundParcelIds.length,
    changes: ids.map((inboundParcelId, index) => ({
      inboundParcelId,
      changeCents: [-210, 0, 360][index] ?? null,
    })),
    package: null,
    goesBy: { count: 2, of: 2 },
    usesQuota: true,
    recipient: nobody,
    recipientSource: "none",
    recipientFaults: [{ field: "phone", kind: "missing" }],
    isDutyPrepaid: false,
    ...known,
    countryCode,
    items: countryCode === null ? [] : services,
    expectedCents: countryCode === null ? null : 2870,
  };
}

export const known: Known = {
  countryCode: "US",
  recipient: parcelsEstimate.recipient,
  recipientSource: "profile",
  recipientFaults: [],
};

export async function showShelf(
  first: Known,
  options: { address?: string; answers?: FakeAnswers; isDark?: boolean } = {},
) {
  const { answers = {} } = options;
  const ship = (
    <DraftOwner value={mei.id}>
      <ShipParcelsPage />
    </DraftOwner>
  );
  return await showScreen({
    element: <ParcelsPage />,
    path: "/dashboard/parcels",
    address: options.address ?? "/dashboard/parcels",
    others: {
      "/dashboard/parcels/ship": ship,
      "/dashboard/ship-requests/:shipRequestId": <p>The ship request</p>,
    },
    answers: shippingAnswers({
      inboundParcels: parcelsFake(parcels),
      ...answers,
      shipRequests: {
        estimateParcels: async (input) => estimateFor(first, input),
        ...answers.shipRequests,
      },
    }),
    ...(options.isDark ? { colorScheme: "dark" as const } : {}),
  });
}

/** The package that is used where one of the parcels is in it. */
export const used = { id: openPackage.id, number: 1024, trackingNumber: "SF1234567890123" };
