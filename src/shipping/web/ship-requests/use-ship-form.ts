import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import type { OfferedExtraService } from "#shipping/contract/extra-services.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm, type AppForm, type SubmitTools } from "#ui/web/app-form.ts";
import { checkedText } from "#ui/web/field-rules.ts";
import { orderableExtras, readChosenExtras } from "./extra-service-picker.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { shipDraftName } from "./ship-draft.ts";
import { dollarsOf, paymentErrors, paymentOf, type CappedService } from "./payment-fields.tsx";

function schemaFor({ hereIds, isBox }: Pick<ShipFacts, "hereIds" | "isBox">) {
  return z
    .object({
      /** Ids of parcels that stay, with blanks between them. */
      leftOut: z.string(),
      extras: z.string(),
      note: checkedText((text) =>
        text.length > shipRequestLimits.note
          ? t("ship-requests.noteTooLong", { maximum: shipRequestLimits.note })
          : null,
      ),
      mode: z.string(),
      service: z.string(),
      cap: z.string(),
    })
    .check(({ value, issues }) => {
      const isEmpty = !isBox && goingIds(value.leftOut, hereIds).length === 0;
      const errors = {
        ...(isEmpty ? { leftOut: t("ship-requests.parcels.none") } : {}),
        ...paymentErrors(value),
      };
      for (const [field, message] of Object.entries(errors))
        issues.push({ code: "custom", path: [field], message, input: value });
    });
}

type Schema = ReturnType<typeof schemaFor>;
export type ShipFields = AppForm<keyof z.input<Schema>>;

/** What the form's texts mean for the parcels and extra services that there are now. */
type ShipFacts = {
  readonly packageId: string;
  /** The parcels of the package that are here. */
  readonly hereIds: readonly string[];
  readonly offered: readonly OfferedExtraService[];
  /** Those that go at first; none means all. */
  readonly ticked: readonly string[];
  /** Whether they are in a packed box, so that all of them go. */
  readonly isBox: boolean;
};

/** The ids in a field, without those that are not known any more. */
export function idsOf(text: string, known: readonly string[]): readonly string[] {
  return text.split(" ").filter((id) => known.includes(id));
}

/** Parcels that go: all that are here and not left out. */
export function goingIds(leftOut: string, hereIds: readonly string[]): readonly string[] {
  const out = idsOf(leftOut, hereIds);
  return hereIds.filter((id) => !out.includes(id));
}

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

/** Requests, and leads to the new request; without an answer a repeat with the same key makes no second one. */
function useRequesting({ packageId, hereIds, offered, isBox }: ShipFacts) {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  const navigate = useNavigate();
  return async (
    values: z.output<Schema>,
    { readRequestKey, removeDraft }: Pick<SubmitTools<never>, "readRequestKey" | "removeDraft">,
  ) => {
    const going = isBox ? hereIds : goingIds(values.leftOut, hereIds);
    try {
      const request: ShipRequest = await client.shipRequests.requestShipping({
        packageId,
        ...paymentOf(values),
        inboundParcelIds: [...going],
        extraServices: [...orderableExtras(readChosenExtras(values.extras), offered, going)],
        note: values.note,
        idempotencyKey: readRequestKey(),
      });
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

/** The form in which a package is sent; everything in it is kept as a draft until it is requested. */
export function useShipForm(facts: ShipFacts) {
  const request = useRequesting(facts);
  const { hereIds, ticked } = facts;
  return useAppForm({
    schema: schemaFor(facts),
    initialValues: {
      leftOut: ticked.length === 0 ? "" : hereIds.filter((id) => !ticked.includes(id)).join(" "),
      extras: "",
      note: "",
      mode: "quote_first",
      service: "",
      cap: "",
    },
    draft: { name: shipDraftName(facts.packageId) },
    // `service_closed` is shown above the form, since no service is chosen where the price is waited for.
    fieldOf: {
      nothing_to_ship: "leftOut",
      inbound_parcel_not_free: "leftOut",
      extra_service_not_possible: "extras",
      too_many_extra_services: "extras",
      cap_too_low: "cap",
      invalid_payment_mode: "cap",
    },
    onSubmit: request,
  });
}
