import { Button, Stack, Text } from "@mantine/core";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "./messages.ts";
import { beforePacked } from "./request-states.ts";
import { RequestedLine, RequestedLines } from "./requested-lines.tsx";
import { requestedName } from "./requested-name.ts";
import { useShipRequestAct } from "./use-ship-request-act.ts";

function useChanging(request: ShipRequest) {
  const client = useApiClient();
  const { act, isActing } = useShipRequestAct();
  const change = (inboundParcelIds: string[]) =>
    void act(
      () =>
        client.shipRequests.changeParcels({
          shipRequestId: request.id,
          expectedVersion: request.version,
          inboundParcelIds,
        }),
      t("ship-requests.parcels.notChanged"),
      // A toast has shown the failure.
    ).catch(() => undefined);
  return { change, isActing };
}

/** The parcels of a request; until the box is closed, parcels can be added or stay here. */
export function ParcelsCard(props: { request: ShipRequest }) {
  const { request } = props;
  const { parcels, choosableParcels, state, packed } = request;
  const { change, isActing } = useChanging(request);
  const isOpen = beforePacked(state);
  // Their box was taken apart, or never closed.
  const isApart = state === "cancelled" || (state === "shelved" && packed === null);
  const going = parcels.filter((parcel) => parcel.state !== "left_out");
  const ids = going.map(({ inboundParcelId }) => inboundParcelId);
  return (
    <SectionCard title={t("ship-requests.parcels.title")}>
      <Stack gap="md">
        <RequestedLines>
          {parcels.map((parcel) => (
            <RequestedLine
              key={parcel.inboundParcelId}
              parcel={parcel}
              hasState={!isApart}
              after={
                isOpen && parcel.state === "to_find" && going.length > 1 ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={isActing}
                    aria-label={t("ship-requests.parcels.leaveNamed", {
                      parcel: requestedName(parcel),
                    })}
                    onClick={() => change(ids.filter((id) => id !== parcel.inboundParcelId))}
                  >
                    {t("ship-requests.parcels.leave")}
                  </Button>
                ) : null
              }
            />
          ))}
        </RequestedLines>
        {isOpen && choosableParcels.length > 0 ? (
          <section aria-label={t("ship-requests.parcels.choosable")}>
            <Text size="sm" fw={600}>
              {t("ship-requests.parcels.choosable")}
            </Text>
            <RequestedLines>
              {choosableParcels.map((parcel) => (
                <RequestedLine
                  key={parcel.inboundParcelId}
                  parcel={parcel}
                  after={
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={isActing}
                      aria-label={t("ship-requests.parcels.addNamed", {
                        parcel: requestedName(parcel),
                      })}
                      onClick={() => change([...ids, parcel.inboundParcelId])}
                    >
                      {t("ship-requests.parcels.add")}
                    </Button>
                  }
                />
              ))}
            </RequestedLines>
          </section>
        ) : null}
      </Stack>
    </SectionCard>
  );
}
