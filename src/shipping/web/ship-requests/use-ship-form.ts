import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import type { OfferedExtraService } from "#shipping/contract/extra-services.ts";
import type { ParcelsEstimate } from "#shipping/contract/ship-parcels.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { usualCategory } from "#shipping/rules/declaration.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { countryByCode } from "#catalogue/rules/country.ts";
import {
  emptyRecipient,
  isSameRecipient,
  missingRecipientFields,
  recipientFieldNames,
  recipientFieldsOf,
  type Recipient,
} from "#catalogue/rules/recipient.ts";
import { postalCodeProblem } from "#catalogue/web/i18n/labels.ts";
import { recipientSchema } from "#goods/web/packages/package-fields.tsx";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm, type AppForm, type SubmitTools } from "#ui/web/app-form.ts";
import { checkedText } from "#ui/web/field-rules.ts";
import { orderableExtras, readChosenExtras } from "./extra-service-picker.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { categoryErrors, categoryOf } from "./category-fields.tsx";
import { draftContents } from "./ship-draft.ts";
import { dollarsOf, paymentErrors, paymentOf, type CappedService } from "./payment-fields.tsx";

/** To whom it goes where nothing else is entered. */
export type KnownRecipient = Pick<ParcelsEstimate, "countryCode" | "recipient"> & {
  readonly source: ParcelsEstimate["recipientSource"];
  /** Whether it becomes the address of the profile unless the customer says otherwise. */
  readonly isOwn: boolean;
};

/** What the form's texts mean for what goes. */
type ShipFacts = {
  readonly draftName: string;
  readonly goingIds: readonly string[];
  readonly offered: readonly OfferedExtraService[];
  /** null: as its package says, since it is a packed box of that package. */
  readonly known: KnownRecipient | null;
  /** The package of a packed box, which goes as it is. */
  readonly boxPackageId: string | null;
};

/** What of the form is about more than the parcels that go. */
const ofRecipient = ["countryCode", ...recipientFieldNames, "save"] as const;

type RecipientTexts = Recipient & { readonly countryCode: string };

/** Whether another recipient than the known one is sent with the request. */
export function isOtherRecipient(values: RecipientTexts, known: KnownRecipient): boolean {
  return (
    known.source === "none" ||
    values.countryCode !== (known.countryCode ?? "") ||
    !isSameRecipient(recipientFieldsOf(values), recipientFieldsOf(known.recipient))
  );
}

/** The parts of an address, without whom it is for. */
type Address = Omit<Recipient, "name" | "latinName" | "phone">;

function addressOf(recipient: Recipient): Address {
  const { address, addressLine2, city, state, postalCode, importerReference } = recipient;
  return { address, addressLine2, city, state, postalCode, importerReference };
}

/** The known address in a country; none in another one than its own. */
function knownAddress(countryCode: string, known: KnownRecipient): Address {
  const isThere = known.countryCode === null || countryCode === known.countryCode;
  return addressOf(isThere ? known.recipient : emptyRecipient);
}

/** What changes with the country: also the address, unless something was typed into it. */
export function withCountry(
  countryCode: string,
  values: RecipientTexts,
  known: KnownRecipient,
): Readonly<Partial<RecipientTexts>> {
  const before = { ...emptyRecipient, ...knownAddress(values.countryCode, known) };
  const isTyped = !isSameRecipient({ ...emptyRecipient, ...addressOf(values) }, before);
  return isTyped ? { countryCode } : { countryCode, ...knownAddress(countryCode, known) };
}

/** What a carrier needs and is empty, by field, and a postal code that is none of the country. */
function recipientErrors(values: RecipientTexts): Readonly<Record<string, string>> {
  const country = countryByCode(values.countryCode);
  if (country === null) return { countryCode: t("ship-parcels.countryMissing") };
  const message = t("ship-requests.fault.missing");
  const missing = missingRecipientFields(recipientFieldsOf(values), country.name);
  const postalCode = postalCodeProblem(country.code, values.postalCode);
  return {
    ...Object.fromEntries(missing.map((name) => [name, message])),
    ...(postalCode === null ? {} : { postalCode }),
  };
}

function schemaFor({ goingIds, known }: ShipFacts) {
  return z
    .object({
      /** Which go, by the address of the page: another choice ends what was wrong with the last one. */
      parcels: z.string(),
      countryCode: z.string(),
      ...recipientSchema,
      /** "yes" where the recipient becomes the profile's. */
      save: z.string(),
      extras: z.string(),
      note: checkedText((text) =>
        text.length > shipRequestLimits.note
          ? t("ship-requests.noteTooLong", { maximum: shipRequestLimits.note })
          : null,
      ),
      category: z.string(),
      categoryText: z.string(),
      commerceType: z.string(),
      mode: z.string(),
      service: z.string(),
      cap: z.string(),
    })
    .check(({ value, issues }) => {
      const errors = {
        ...(goingIds.length === 0 ? { parcels: t("ship-requests.parcels.none") } : {}),
        ...(known !== null && isOtherRecipient(value, known) ? recipientErrors(value) : {}),
        ...paymentErrors(value),
        ...categoryErrors(value),
      };
      for (const [field, message] of Object.entries(errors))
        issues.push({ code: "custom", path: [field], message, input: value });
    });
}

type Schema = ReturnType<typeof schemaFor>;
type Values = z.output<Schema>;
export type ShipFields = AppForm<keyof z.input<Schema>>;

/** Keeps a cap that was not typed at the upper end of the chosen service's estimate. */
export function useFollowingCap(
  { values, write }: ShipFields,
  services: readonly CappedService[],
): void {
  const chosen = services.find(({ code }) => code === values.service);
  const preset = chosen === undefined ? null : dollarsOf(chosen.presetCents);
  const last = useRef(preset);
  useEffect(() => {
    const before = last.current;
    last.current = preset;
    if (preset !== null && before !== preset && values.cap === before) write({ cap: preset });
  });
}

/** Sends the request, for a packed box or for parcels. */
function useSending({ goingIds, offered, known, boxPackageId }: ShipFacts) {
  const client = useApiClient();
  return async (values: Values, readRequestKey: (contents: string) => string) => {
    const request = {
      ...paymentOf(values),
      inboundParcelIds: [...goingIds],
      extraServices: [...orderableExtras(readChosenExtras(values.extras), offered, goingIds)],
      note: values.note,
      ...categoryOf(values),
      // The server takes no parcel twice.
      idempotencyKey: readRequestKey(draftContents(goingIds)),
    };
    if (boxPackageId !== null) {
      return await client.shipRequests.requestShipping({ ...request, packageId: boxPackageId });
    }
    const isOther = known === null || isOtherRecipient(values, known);
    return await client.shipRequests.shipParcels({
      ...request,
      countryCode: values.countryCode,
      recipient: isOther ? recipientFieldsOf(values) : null,
      saveToProfile: isOther && values.save === "yes",
    });
  };
}

/** Requests, and leads to the new request; without an answer a repeat with the same key makes no second one. */
function useRequesting(facts: ShipFacts) {
  const api = useApi();
  const send = useSending(facts);
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  const navigate = useNavigate();
  return async (
    values: Values,
    { readRequestKey, removeDraft }: Pick<SubmitTools<never>, "readRequestKey" | "removeDraft">,
  ) => {
    try {
      const request: ShipRequest = await send(values, readRequestKey);
      removeDraft();
      const { queryKey } = api.shipRequests.readShipRequest.queryOptions({
        input: { shipRequestId: request.id },
      });
      queryClient.setQueryData(queryKey, request);
      await navigate(`/dashboard/ship-requests/${request.id}`, { replace: true });
    } finally {
      refetch();
    }
  };
}

/**
 * Whether a recipient that was typed for other parcels is for these too: where no complete one is known, or where some go
 * both times and the one that is known is still that which was replaced.
 */
function isForTheseToo(
  other: { readonly about: string; readonly originals: Readonly<Partial<RecipientTexts>> },
  { goingIds, known }: Pick<ShipFacts, "goingIds" | "known">,
): boolean {
  if (known === null || known.source === "none") return true;
  const { about, originals } = other;
  const now: RecipientTexts = {
    ...recipientFieldsOf(known.recipient),
    countryCode: known.countryCode ?? "",
  };
  return (
    about.split(" ").some((id) => goingIds.includes(id)) &&
    isSameRecipient({ ...now, ...originals }, now) &&
    (originals.countryCode ?? now.countryCode) === now.countryCode
  );
}

/** The form in which parcels or a package are sent; everything in it is kept as a draft until it is requested. */
export function useShipForm(facts: ShipFacts) {
  const request = useRequesting(facts);
  const { known } = facts;
  const choice = draftContents(facts.goingIds);
  return useAppForm({
    schema: schemaFor(facts),
    initialValues: {
      parcels: choice,
      countryCode: known?.countryCode ?? "",
      ...recipientFieldsOf(known?.recipient ?? emptyRecipient),
      save: known?.source === "none" && known.isOwn ? "yes" : "",
      extras: "",
      note: "",
      ...usualCategory,
      mode: "quote_first",
      service: "",
      cap: "",
    },
    draft: {
      name: facts.draftName,
      subject: {
        about: choice,
        carriedFrom: (other) => (isForTheseToo(other, facts) ? ofRecipient : []),
      },
    },
    // `service_closed` is shown above the form, since no service is chosen where the price is waited for.
    fieldOf: {
      // That of a package leads to its open request.
      ...(facts.boxPackageId === null
        ? { ship_request_open: "parcels", package_not_open: "parcels", too_many_lines: "parcels" }
        : {}),
      nothing_to_ship: "parcels",
      inbound_parcel_not_free: "parcels",
      extra_service_not_possible: "extras",
      too_many_extra_services: "extras",
      cap_too_low: "cap",
      invalid_payment_mode: "cap",
      category_not_possible: "category",
    },
    onSubmit: request,
  });
}
