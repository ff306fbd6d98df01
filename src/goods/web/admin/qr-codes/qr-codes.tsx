import { NotLoaded } from "#ui/web/states.tsx";
import { Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { QrCode } from "#goods/contract/admin-package-files.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { useFailureToast, showToast } from "#ui/web/toast.tsx";
import type { Confirmation } from "#ui/web/confirm-dialog.tsx";
import { useShipmentChanges } from "#goods/web/admin/shipments/shipment-changes.ts";
import { LegCode } from "./leg-code.tsx";
import classes from "./qr-codes.module.css";
import { t, toastText } from "#ui/web/i18n/messages.tsx";

function useGeneration(packageId: string) {
  const api = useApi();
  const changes = useShipmentChanges();
  const generation = useMutation(api.packages.generateQrCode.mutationOptions());
  const generate = async (legNumber: number) => {
    if (generation.isPending) return;
    try {
      await generation.mutateAsync({ packageId, legNumber });
      showToast({
        title: t("admin-qr-codes.generated", { number: legNumber }),
        kind: "success",
        place: "qr codes",
      });
    } catch (error) {
      const description = apiErrorMessage(error, "");
      showToast({
        ...toastText("qrCodeNotGenerated"),
        ...(description === "" ? {} : { description }),
        kind: "destructive",
        place: "qr codes",
      });
    }
    changes.refresh();
  };
  return { generate, legNumber: generation.isPending ? generation.variables.legNumber : null };
}

/** A code that somebody else has just deleted counts as deleted. */
function useCodeDeletion(): (code: QrCode) => Promise<void> {
  const api = useApi();
  const changes = useShipmentChanges();
  const deletion = useMutation(api.packages.deleteQrCode.mutationOptions());
  return async (code) => {
    try {
      await deletion.mutateAsync({ qrCodeId: code.id });
      showToast({
        title: t("admin-qr-codes.deleted", { number: code.legNumber }),
        kind: "success",
        place: "qr codes",
      });
    } catch (error) {
      if (apiErrorCode(error) !== "not_found") {
        showToast({
          ...toastText("qrCodeNotDeleted"),
          description: apiErrorMessage(error, t("toasts.unexpected.description")),
          kind: "destructive",
          place: "qr codes",
        });
        throw error;
      }
      showToast({ title: t("admin-qr-codes.deletedAlready"), kind: "info", place: "qr codes" });
    }
    changes.refresh();
  };
}

function Codes(props: { shipment: Shipment; onConfirm: (confirmation: Confirmation) => void }) {
  const { shipment, onConfirm } = props;
  const api = useApi();
  const query = useQuery(
    api.packages.listQrCodes.queryOptions({ input: { packageId: shipment.id } }),
  );
  useFailureToast(query.error, toastText("qrCodesNotLoaded"));
  const generation = useGeneration(shipment.id);
  const deleteCode = useCodeDeletion();
  if (!query.data) {
    return (
      <NotLoaded
        query={query}
        failure={{ title: t("toasts.qrCodesNotLoaded.title") }}
        lines={shipment.legs.length * 2}
        label={t("admin-qr-codes.loading")}
      />
    );
  }
  const { items } = query.data;
  return (
    <ul className={classes["codes"]}>
      {shipment.legs.map((leg) => (
        <LegCode
          key={leg.id}
          leg={leg}
          trackingNumber={shipment.trackingNumber}
          code={items.find(({ legNumber }) => legNumber === leg.legNumber)}
          isGenerating={generation.legNumber === leg.legNumber}
          onGenerate={() => void generation.generate(leg.legNumber)}
          onDelete={(code) =>
            onConfirm({
              title: t("admin-qr-codes.deleteQrCode.title"),
              body: t("admin-qr-codes.deleteQrCode.body", { number: leg.legNumber }),
              confirmLabel: t("admin-qr-codes.deleteQrCode.submit"),
              onConfirm: () => deleteCode(code),
            })
          }
        />
      ))}
    </ul>
  );
}

/** @param props.onConfirm opens a confirmation dialog above the dialog of the package. */
export function QrCodes(props: {
  shipment: Shipment;
  onConfirm: (confirmation: Confirmation) => void;
}) {
  return (
    <DialogSection title={t("admin-qr-codes.qrCodes")}>
      {props.shipment.legs.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("admin-qr-codes.noLegs")}
        </Text>
      ) : (
        <Codes shipment={props.shipment} onConfirm={props.onConfirm} />
      )}
    </DialogSection>
  );
}
