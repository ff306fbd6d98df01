import { Button, Text } from "@mantine/core";
import { useEffect } from "react";
import { Link } from "react-router";
import type { ParcelChange } from "#goods/web/parcels/parcels-table.tsx";
import { ListBar } from "#goods/web/parcels/selection-bar.tsx";
import { shipParcelsPath } from "#goods/web/parcels/chosen-parcels.ts";
import type { ParcelsEstimate } from "#shipping/contract/ship-parcels.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { boxText, GoesBy, obstacleText, OverPlan, packedWeightText } from "./estimate-words.tsx";
import classes from "./ship-requests.module.css";
import { useParcelsEstimate } from "./use-estimate.ts";

/** What goes and what it costs at least, in one line; in the short one without weight and box, which the next page has too. */
function factsOf(estimate: ParcelsEstimate, isShort: boolean): string {
  const { parcelsCount: count, expectedCents, storageCents, countryCode } = estimate;
  const weight = isShort ? null : packedWeightText(estimate);
  return [
    weight === null
      ? t("ship-parcels.count", { count })
      : t("ship-parcels.countAndWeight", { count, weight }),
    isShort ? null : boxText(estimate),
    countryCode === null
      ? t("ship-parcels.priceByCountry")
      : expectedCents === null
        ? null
        : t("ship-parcels.atMost", { price: moneyText(expectedCents + storageCents) }),
  ]
    .filter((text) => text !== null)
    .join(" · ");
}

function Facts({ estimate }: { estimate: ParcelsEstimate }) {
  const obstacle = obstacleText(estimate);
  return (
    <>
      <Text span inherit fw={600} className="figures" style={{ whiteSpace: "normal" }}>
        <span className={classes["fullFacts"]}>{factsOf(estimate, false)}</span>
        <span className={classes["shortFacts"]}>{factsOf(estimate, true)}</span>
      </Text>
      {estimate.goesBy.count < estimate.goesBy.of ? <GoesBy estimate={estimate} /> : null}
      <OverPlan estimate={estimate} />
      {obstacle === null ? null : <span>{obstacle}</span>}
    </>
  );
}

/** What "all" leaves out, so that it is not all. */
function hasMore({ inboundParcelIds, changes }: ParcelsEstimate): boolean {
  return changes.some(({ inboundParcelId }) => !inboundParcelIds.includes(inboundParcelId));
}

function ShipButton(props: { estimate: ParcelsEstimate; chosen: readonly string[] | null }) {
  const { estimate, chosen } = props;
  if (obstacleText(estimate) !== null) return null;
  // The estimate may still be that of an earlier choice.
  const ids = chosen ?? estimate.inboundParcelIds;
  const words = chosen !== null ? "these" : hasMore(estimate) ? "first" : "all";
  return (
    <Button component={Link} to={shipParcelsPath(ids)}>
      {t(`ship-parcels.ship.${words}`, { count: ids.length })}
    </Button>
  );
}

const none: readonly ParcelChange[] = [];

/** Below the parcels that are here: what goes at which price, and the button that sends it; without a choice, all of them. */
export function ShelfShipment(props: {
  chosen: readonly string[] | null;
  onChanges: (changes: readonly ParcelChange[]) => void;
  children: Elements;
}) {
  const { chosen, onChanges } = props;
  const { data, error } = useParcelsEstimate({ inboundParcelIds: chosen });
  useEffect(() => {
    const chosenIds = data?.inboundParcelIds ?? [];
    onChanges(
      data?.changes.map(({ inboundParcelId, changeCents }) => ({
        inboundParcelId,
        changeCents,
        isChosen: chosenIds.includes(inboundParcelId),
      })) ?? none,
    );
  }, [data, onChanges]);
  if (chosen === null && (data === undefined || apiErrorCode(error) === "nothing_to_ship"))
    return null;
  return (
    <ListBar
      label={t("ship-parcels.shipment")}
      facts={
        error === null ? (
          data === undefined ? null : (
            <Facts estimate={data} />
          )
        ) : (
          <span>{apiErrorMessage(error, t("ship-requests.estimate.notLoaded"))}</span>
        )
      }
    >
      {props.children}
      {error !== null || data === undefined ? null : <ShipButton estimate={data} chosen={chosen} />}
    </ListBar>
  );
}
