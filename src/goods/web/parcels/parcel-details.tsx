import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { InboundParcel, InboundParcelEvent } from "#goods/contract/inbound-parcels.ts";
import type { OwnParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import type { OrderedExtraService, ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import {
  CourierUpdates,
  NewestCarrierEvent,
} from "#tracking/web/carrier-events/carrier-updates.tsx";
import { slot } from "#ui/web/slots.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { ErrorState, NotLoaded } from "#ui/web/states.tsx";
import { CaseOfThing } from "#goods/web/packages/case-slot.ts";
import { PackageNewsPart } from "#goods/web/packages/package-news-part.tsx";
import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import type { RuledFlag } from "#catalogue/rules/goods-rule.ts";
import type { PackageShipRequestState } from "#goods/rules/package-stage.ts";
import type { ParcelServices } from "#goods/contract/parcel-services.ts";
import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import type { GoodsProof } from "#goods/contract/goods-proof-fields.ts";
import { groupOf } from "#goods/rules/inbound-parcel.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { DeclarationForm } from "./declaration-form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { GoodsCard } from "./goods-card.tsx";
import { MeasuredFacts, ParcelFacts, parcelTitle, ParcelHistory } from "./parcel-facts.tsx";
import { RemovalNote } from "./removal-note.tsx";
import { ParcelActions } from "./parcel-actions.tsx";
import { StorageCard } from "./parcel-storage.tsx";
import { PhotoGallery } from "./photo-gallery.tsx";

declare module "#ui/web/slots.ts" {
  interface Slots {
    readonly parcelExtras: { extras: readonly OrderedExtraService[] };
  }
}

// Few parcels are asked for one.
const ProofCard = lazyPart(async () => (await import("./proof-card.tsx")).ProofCard);

const ParcelExtras = slot("parcelExtras");

/** Whether what was declared can still be corrected. */
function isCorrectable({ state }: InboundParcel): boolean {
  return state === "expected" || state === "received";
}

/** Whether what is in a packed parcel can still be corrected: until its label is made. */
function mayChangePacked(
  { state }: InboundParcel,
  shipRequestState: PackageShipRequestState | null,
): boolean {
  return (
    state === "packed" && shipRequestState !== "labelled" && shipRequestState !== "handed_over"
  );
}

/** What was recorded and photographed when the parcel arrived; nothing before. */
function Received(props: { parcel: InboundParcel; images: readonly ParcelImage[] }) {
  const { parcel, images } = props;
  const { measured } = parcel;
  return (
    <>
      {measured === null ? null : (
        <SectionCard
          title={t("parcel-details.measured")}
          description={t("parcel-details.measuredText")}
        >
          <MeasuredFacts measured={measured} images={images} />
        </SectionCard>
      )}
      {parcel.storage === null ? null : <StorageCard storage={parcel.storage} />}
      {measured === null && images.length === 0 ? null : (
        <SectionCard title={t("parcel-details.photos")}>
          {images.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("parcel-details.noPhotos")}
            </Text>
          ) : (
            <PhotoGallery images={images} />
          )}
        </SectionCard>
      )}
    </>
  );
}

/** Whether its courier may still report something. */
function isAwaited({ state, trackingNumber }: InboundParcel): boolean {
  return state === "expected" && trackingNumber !== null;
}

function Sections(props: {
  parcel: InboundParcel;
  goodsItems: readonly GoodsItem[];
  warnings: readonly GoodsWarning[];
  isValueConfirmed: boolean;
  carrierEvents: readonly CarrierEvent[];
  images: readonly ParcelImage[];
  events: readonly InboundParcelEvent[];
  removal: OwnParcelRemoval | null;
  extraServices?: readonly OrderedExtraService[] | undefined;
  shipRequestState: PackageShipRequestState | null;
  proof: GoodsProof | null;
  proofAskedFor: readonly RuledFlag[];
  services: ParcelServices | null;
}) {
  const { parcel, extraServices = [] } = props;
  const isOpen = isCorrectable(parcel);
  const areGoodsOpen = isOpen || mayChangePacked(parcel, props.shipRequestState);
  return (
    <Stack gap="lg">
      {props.removal === null ? null : (
        <RemovalNote removal={props.removal} images={props.images} />
      )}
      <SectionCard title={t("parcel-details.facts")}>
        <Stack gap="lg">
          <ParcelFacts parcel={parcel} />
          <ParcelActions parcel={parcel} isLeaving={props.removal?.state === "asked"} />
        </Stack>
      </SectionCard>
      {isAwaited(parcel) || props.carrierEvents.length > 0 ? (
        <CourierUpdates events={props.carrierEvents} isAwaited={isAwaited(parcel)} />
      ) : null}
      <Received parcel={parcel} images={props.images} />
      {extraServices.length === 0 ? null : (
        <LazyPart>
          <ParcelExtras extras={extraServices} />
        </LazyPart>
      )}
      <GoodsCard
        parcel={parcel}
        items={props.goodsItems}
        warnings={props.warnings}
        isValueConfirmed={props.isValueConfirmed}
        services={props.services}
        isOpen={areGoodsOpen}
        isPriceAccepted={!isOpen && props.shipRequestState === "accepted"}
      />
      {groupOf(parcel.state) === "gone" ||
      (props.proof === null && props.proofAskedFor.length === 0) ? null : (
        <LazyPart>
          <ProofCard
            inboundParcelId={parcel.id}
            proof={props.proof}
            askedFor={props.proofAskedFor}
          />
        </LazyPart>
      )}
      <SectionCard
        title={t("parcel-details.declaration")}
        {...(isOpen ? { description: t("parcel-details.declarationText") } : {})}
      >
        {isOpen ? (
          <DeclarationForm key={parcel.state} parcel={parcel} />
        ) : (
          <LockedDeclaration parcel={parcel} />
        )}
      </SectionCard>
      <SectionCard title={t("parcel-details.history")}>
        <ParcelHistory events={props.events} />
      </SectionCard>
      <CasePart {...props} />
    </Stack>
  );
}

/** What happens next with a parcel that is awaited or here. */
function nextOf(
  { state }: InboundParcel,
  request: PackageShipRequestState | null,
): "awaited" | "here" | "packing" | "waiting" | "leaving" | null {
  if (state === "expected") return "awaited";
  if (groupOf(state) !== "here") return null;
  if (request === null) return "here";
  if (request === "waiting_for_customer") return "waiting";
  return request === "requested" || request === "packing" || request === "packed"
    ? "packing"
    : "leaving";
}

type NewsProps = {
  shipRequestState: PackageShipRequestState | null;
  parcel: InboundParcel;
  carrierEvents: readonly CarrierEvent[];
  events: readonly InboundParcelEvent[];
};

/** The newest that is known of a parcel and what happens next; once it has left, of its package. */
function News(props: NewsProps) {
  const { parcel, carrierEvents, events } = props;
  const { state, packageId } = parcel;
  if (state === "departed" && packageId !== null) {
    return <PackageNewsPart packageId={packageId} />;
  }
  const next = nextOf(parcel, props.shipRequestState);
  const isRequested = next === "packing" || next === "waiting" || next === "leaving";
  return (
    <>
      {next === "awaited" && carrierEvents.length > 0 ? (
        <NewestCarrierEvent events={carrierEvents} />
      ) : (
        <ParcelHistory events={events.slice(-1)} />
      )}
      {next === null ? null : <Text size="sm">{t(`parcel-details.next.${next}`)}</Text>}
      {isRequested && packageId !== null ? (
        <Anchor component={Link} size="sm" to={`/dashboard/packages/${packageId}/ship`}>
          {t("parcel-details.seeRequest")}
        </Anchor>
      ) : null}
    </>
  );
}

/** Where a customer says that something is wrong; once the parcel has left, with its package. */
function CasePart(props: NewsProps) {
  const { id, state, packageId } = props.parcel;
  return (
    <LazyPart>
      <CaseOfThing
        subject="inbound_parcel"
        subjectId={id}
        news={
          <News
            parcel={props.parcel}
            carrierEvents={props.carrierEvents}
            events={props.events}
            shipRequestState={props.shipRequestState}
          />
        }
        {...(state === "departed" && packageId !== null ? { handedOverIn: packageId } : {})}
      />
    </LazyPart>
  );
}

function LockedDeclaration(props: { parcel: InboundParcel }) {
  const { shop, orderReference } = props.parcel;
  const texts = [shop, orderReference].filter((text) => text !== "");
  return (
    <Stack gap="xs">
      {texts.map((text) => (
        <Text key={text} size="sm" style={{ overflowWrap: "anywhere" }}>
          {text}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {t("parcel-details.locked")}
      </Text>
    </Stack>
  );
}

/** A parcel with its facts, what was declared about it and its history. */
export function ParcelDetails(props: { inboundParcelId: string }) {
  const query = useQuery(
    useApi().inboundParcels.readInboundParcel.queryOptions({
      input: { inboundParcelId: props.inboundParcelId },
    }),
  );
  const { data, error } = query;
  const code = apiErrorCode(error);
  const isMissing = code === "not_found" || code === "invalid_input";
  return (
    <>
      <PageHeader
        title={
          data === undefined || isMissing
            ? t("parcel-details.loadingTitle")
            : parcelTitle(data.parcel)
        }
        above={<BackLink to="/dashboard/parcels" label={t("parcel-details.back")} />}
      />
      {isMissing ? (
        <ErrorState title={t("parcel-details.notFound")} />
      ) : data === undefined ? (
        <NotLoaded
          query={query}
          failure={{
            title: t("parcel-details.notLoaded"),
            description: apiErrorMessage(error, t("common.noDataLost")),
          }}
          lines={9}
          label={t("parcel-details.loading")}
        />
      ) : (
        <Sections {...data} />
      )}
    </>
  );
}
