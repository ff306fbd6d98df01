import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { CaseOfThing } from "#goods/web/packages/case-slot.ts";
import { PackageNewsPart } from "#goods/web/packages/package-news-part.tsx";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { countryText, placeName } from "#catalogue/web/i18n/country-names.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { ErrorState, NotLoaded } from "#ui/web/states.tsx";
import { LazyPart, laterPart } from "#ui/web/lazy-part.tsx";
import { ReplacedPart } from "#ui/web/replaced-part.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { allFaults, EditableRecipient } from "./editable-recipient.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { OrderedExtrasCard, PackedCard, ParcelsCard } from "./parcels-card.tsx";
import {
  NewestRequestEvent,
  PaymentCard,
  PresentText,
  PriceCard,
  ProgressLine,
  RequestHistory,
  StateCard,
} from "./request-cards.tsx";
import { beforeLabel } from "./request-words.ts";
import { useSpentDraft } from "./ship-draft.ts";
import { CustomsCard } from "./customs-card.tsx";
import { WaitingCard } from "./waiting-card.tsx";

const CancelDialog = laterPart(async () => (await import("./cancel-dialog.tsx")).CancelDialog);

function CancelPart(props: { request: ShipRequest }) {
  const [isOpen, setOpen] = useState(false);
  if (!props.request.mayCancel) return null;
  return (
    <Group>
      <Button color="red" variant="light" onClick={() => setOpen(true)}>
        {t("ship-requests.cancel")}
      </Button>
      <CancelDialog
        isWanted={isOpen}
        request={props.request}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </Group>
  );
}

/** What happens now. A card that takes the place of the one that was used gets the focus. */
function PresentCard(props: { request: ShipRequest }) {
  const { request } = props;
  const { state, waitingReason } = request;
  const reason = state === "waiting_for_customer" ? waitingReason : null;
  return (
    <ReplacedPart shown={reason ?? state}>
      {reason === null ? (
        <StateCard request={request} />
      ) : (
        <WaitingCard key={reason} request={request} reason={reason} />
      )}
    </ReplacedPart>
  );
}

/** The newest that is known of a request and what happens next; once it was handed over, of its package. */
function News(props: { request: ShipRequest }) {
  const { request } = props;
  const { packageId } = request;
  if (request.state === "handed_over" && packageId !== null) {
    return <PackageNewsPart packageId={packageId} />;
  }
  return (
    <>
      <NewestRequestEvent request={request} />
      <Text size="sm">
        <PresentText request={request} />
      </Text>
    </>
  );
}

/** Where a customer says that something is wrong; once it was handed over, with its package. */
function CasePart(props: { request: ShipRequest }) {
  const { request } = props;
  const { id, state, packageId } = request;
  return (
    <LazyPart>
      <CaseOfThing
        subject="ship_request"
        subjectId={id}
        news={<News request={request} />}
        {...(state === "handed_over" && packageId !== null ? { handedOverIn: packageId } : {})}
      />
    </LazyPart>
  );
}

function Sections(props: { request: ShipRequest }) {
  const { request } = props;
  const { state, packageId, recipient, note } = request;
  return (
    <Stack gap="lg">
      {request.endedAt === null || state === "handed_over" ? (
        <SectionCard>
          <ProgressLine request={request} />
        </SectionCard>
      ) : null}
      <PresentCard request={request} />
      <PackedCard request={request} />
      <PriceCard request={request} />
      <OrderedExtrasCard request={request} />
      <ParcelsCard request={request} />
      {request.waitingReason === "declaration" ? null : <CustomsCard request={request} />}
      <SectionCard title={t("common.recipient")}>
        <EditableRecipient
          packageId={beforeLabel(state) ? packageId : null}
          destination={request.destination ?? countryText(request.countryCode)}
          recipient={recipient}
          faults={allFaults(request.services)}
          {...(state === "accepted" ? { warning: t("ship-requests.recipientWarning") } : {})}
        />
      </SectionCard>
      <PaymentCard request={request} />
      {note === "" ? null : (
        <SectionCard title={t("ship-requests.note")}>
          <Text size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
            {note}
          </Text>
        </SectionCard>
      )}
      <SectionCard title={t("ship-requests.history")}>
        <RequestHistory request={request} />
      </SectionCard>
      <CancelPart request={request} />
      <CasePart request={request} />
    </Stack>
  );
}

function Description(props: { request: ShipRequest }) {
  const { packageId, packageName, destination, countryCode } = props.request;
  const place = destination === null ? countryText(countryCode) : placeName(destination);
  return (
    <>
      {packageId === null || packageName === null ? null : (
        <>
          <Anchor component={Link} to={`/dashboard/packages?package=${packageId}`} inherit>
            {packageName}
          </Anchor>{" "}
        </>
      )}
      <span>{t("ship-requests.to", { place })}</span>
    </>
  );
}

/** A ship request: where it stands, what it waits for, what was packed, what it costs and why. */
export function ShipRequestDetails(props: { shipRequestId: string }) {
  const { shipRequestId } = props;
  const query = useQuery(
    useApi().shipRequests.readShipRequest.queryOptions({ input: { shipRequestId } }),
  );
  const { data, error } = query;
  useSpentDraft(data);
  const code = apiErrorCode(error);
  const isMissing = code === "not_found" || code === "invalid_input";
  return (
    <>
      <PageHeader
        title={t("ship-requests.title")}
        above={<BackLink to="/dashboard/packages" label={t("ship-requests.backToPackages")} />}
        description={data === undefined || isMissing ? null : <Description request={data} />}
      />
      {isMissing ? (
        <ErrorState title={t("ship-requests.notFound")} />
      ) : data === undefined ? (
        <NotLoaded
          query={query}
          failure={{
            title: t("ship-requests.requestNotLoaded"),
            description: apiErrorMessage(error, t("common.noDataLost")),
          }}
          lines={9}
          label={t("ship-requests.loading")}
        />
      ) : (
        <Sections request={data} />
      )}
    </>
  );
}
