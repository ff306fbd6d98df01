import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { moneyText } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { cappedServices } from "./estimated-services.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import {
  dollarsOf,
  PaymentFields,
  paymentErrors,
  paymentOf,
  type CappedService,
} from "./payment-fields.tsx";
import { openQuotes } from "./quote-choice.tsx";
import { RequestError, useShowRequest } from "./use-ship-request-act.tsx";

const schema = z
  .object({ mode: z.string(), service: z.string(), cap: z.string() })
  .check(({ value, issues }) => {
    for (const [field, message] of Object.entries(paymentErrors(value)))
      issues.push({ code: "custom", path: [field], message, input: value });
  });

type Props = { request: ShipRequest; onClose: () => void };

function PaymentForm(props: Props & { services: readonly CappedService[] }) {
  const { request, services, onClose } = props;
  const client = useApiClient();
  const show = useShowRequest();
  const refetch = useRefetch();
  const form = useAppForm({
    schema,
    initialValues: {
      mode: request.paymentMode,
      service: request.serviceCode ?? "",
      cap: request.capCents === null ? "" : dollarsOf(request.capCents),
    },
    draft: { name: `ship-payment:${request.id}` },
    fieldOf: {
      service_closed: "service",
      cap_too_low: "cap",
      invalid_payment_mode: "cap",
    },
    onSubmit: async (values, { showToast }) => {
      try {
        show(
          await client.shipRequests.changePaymentMode({
            shipRequestId: request.id,
            expectedVersion: request.version,
            ...paymentOf(values),
          }),
        );
        showToast({ title: t("ship-requests.payment.changed"), kind: "success" });
        onClose();
      } finally {
        refetch();
      }
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("ship-requests.payment.change")}
      submitLabel={t("ship-requests.payment.save")}
      cancelLabel={t("common.close")}
      onCancel={onClose}
      fallback={null}
    >
      <RequestError error={form.error} />
      <PaymentFields form={form} services={services} />
    </DialogForm>
  );
}

/** Before the box is packed the services are known by their estimates. */
function EstimatedPayment(props: Props) {
  const { request } = props;
  const query = useQuery(
    useApi().shipRequests.estimateShipping.queryOptions({
      input: {
        packageId: request.packageId ?? "",
        inboundParcelIds: request.parcels
          .filter(({ state }) => state === "to_find" || state === "in_box")
          .map(({ inboundParcelId }) => inboundParcelId),
      },
    }),
  );
  if (query.data === undefined) {
    return (
      <NotLoaded
        query={query}
        failure={{
          title: t("ship-requests.estimate.notLoaded"),
          description: apiErrorMessage(query.error, t("common.noDataLost")),
        }}
        lines={5}
      />
    );
  }
  return <PaymentForm {...props} services={cappedServices(query.data)} />;
}

function Content(props: Props) {
  const { request } = props;
  if (request.packed === null) return <EstimatedPayment {...props} />;
  const services = openQuotes(request).map(({ service, totalCents, extraServiceCents }) => ({
    code: service.code,
    name: service.name,
    price: moneyText(totalCents - extraServiceCents),
    presetCents: totalCents - extraServiceCents,
  }));
  return <PaymentForm {...props} services={services} />;
}

/** Changes how a request is paid. */
export function PaymentDialog(props: Props & { isOpen: boolean }) {
  const { isOpen, ...rest } = props;
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t("ship-requests.payment.change")}>
      {isOpen ? <Content {...rest} /> : null}
    </Dialog>
  );
}
