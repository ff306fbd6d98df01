import { Button } from "@mantine/core";
import { useAction } from "#ui/web/action.ts";
import { useApi } from "#shipping/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The button that cancels an extra service whose price is on hold. */
export function CancelHeldService(props: { extraServiceRequestId: string; name: string }) {
  const { extraServiceRequestId, name } = props;
  // What is held for it returns to the balance.
  const cancelling = useAction(useApi().extraServices.cancelExtraService.mutationOptions(), {
    done: () => null,
    failed: () => t("wallet.holds.notCancelled"),
  });
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        mt={4}
        loading={cancelling.isRunning}
        aria-label={t("wallet.holds.cancelServiceNamed", { name })}
        onClick={() => void cancelling.run({ extraServiceRequestId })}
      >
        {t("common.cancel")}
      </Button>
    </div>
  );
}
