/** The badge that names the state of a package or of a leg. */
import { statusLabel } from "#core/package-status.ts";
import { StatusBadge, type StatusColor } from "#web/ui/status-badge.tsx";

const colors: ReadonlyMap<string, StatusColor> = new Map([
  ["pending", "gray"],
  ["processing", "yellow"],
  ["in_transit", "sea"],
  ["delivered", "green"],
  ["voided", "red"],
  ["cancelled", "red"],
]);

/** A state in the words of the specification, with the colour that goes with it. */
export function PackageStatusBadge(props: { status: string }) {
  return (
    <StatusBadge label={statusLabel(props.status)} color={colors.get(props.status) ?? "gray"} />
  );
}
