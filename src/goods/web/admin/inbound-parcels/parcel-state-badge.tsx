import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { t } from "./messages.ts";

const colors: Readonly<Record<InboundParcelState, StatusColor>> = {
  expected: "yellow",
  received: "green",
  packed: "sea",
  departed: "gray",
  returned: "gray",
  disposed: "red",
  cancelled: "gray",
};

export function ParcelStateBadge(props: { state: InboundParcelState }) {
  return (
    <StatusBadge
      label={t(`admin-inbound-parcels.state.${props.state}`)}
      color={colors[props.state]}
    />
  );
}
