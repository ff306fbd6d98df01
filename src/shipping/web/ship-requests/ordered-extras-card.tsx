import { Button, Text } from "@mantine/core";
import { lazy, useState } from "react";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "./messages.ts";
import { OrderedExtras } from "./ordered-extras.tsx";
import { beforePacked } from "./request-states.ts";
import { requestedName } from "./requested-name.ts";

const AddExtrasDialog = lazy(async () => ({
  default: (await import("#shipping/web/ship-requests/add-extras-dialog.tsx")).AddExtrasDialog,
}));

/** The extra services of a request, with what was found and the photos that show it. */
export function OrderedExtrasCard(props: { request: ShipRequest }) {
  const { request } = props;
  const { extraServices, parcels, state, packageId } = request;
  const [isAdding, setAdding] = useState(false);
  const mayAdd = beforePacked(state) && packageId !== null;
  if (extraServices.length === 0 && !mayAdd) return null;
  return (
    <SectionCard
      title={t("ship-requests.extra.title")}
      actions={
        mayAdd ? (
          <Button variant="default" size="sm" onClick={() => setAdding(true)}>
            {t("ship-requests.extra.add")}
          </Button>
        ) : null
      }
    >
      {extraServices.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("ship-requests.extra.none")}
        </Text>
      ) : null}
      <OrderedExtras
        extras={extraServices}
        parcelName={(id) => {
          const parcel = parcels.find(({ inboundParcelId }) => inboundParcelId === id);
          return parcel === undefined ? null : requestedName(parcel);
        }}
      />
      {packageId === null ? null : (
        <LazyPart isWanted={isAdding}>
          <AddExtrasDialog
            request={request}
            packageId={packageId}
            isOpen={isAdding}
            onClose={() => setAdding(false)}
          />
        </LazyPart>
      )}
    </SectionCard>
  );
}
