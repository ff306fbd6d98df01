import { Alert, Button } from "@mantine/core";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { Shipment } from "#goods/contract/packages.ts";
import { isOpenShipRequest } from "#goods/rules/package-stage.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** Says that a desk is at work on the package, which does not expect changes from here. */
export function AtDeskAlert(props: { pkg: Shipment }) {
  const { shipRequestState = null } = props.pkg;
  if (shipRequestState === null || !isOpenShipRequest(shipRequestState)) return null;
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} />}
      title={t("admin-shipment-details.atDesk")}
    >
      {t("admin-shipment-details.atDeskText")}
    </Alert>
  );
}

/** Opens what the desks of a warehouse do by themselves. */
export function ByHandButton(props: { isOpen: boolean; onToggle: () => void }) {
  const { isOpen } = props;
  return (
    <Button
      variant="default"
      aria-expanded={isOpen}
      onClick={props.onToggle}
      rightSection={
        isOpen ? (
          <ChevronUp size={16} aria-hidden="true" />
        ) : (
          <ChevronDown size={16} aria-hidden="true" />
        )
      }
      style={{ alignSelf: "flex-start" }}
    >
      {t("admin-shipment-details.byHand")}
    </Button>
  );
}
