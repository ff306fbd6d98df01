import { NotLoaded } from "#ui/web/states.tsx";
import { Text, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { QrCode } from "#goods/contract/admin-package-files.ts";
import type { Shipment, ShippingLeg } from "#goods/contract/packages.ts";
import { useApi, useApiClient } from "#goods/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { useFailureToast, showToast, hideToast } from "#ui/web/toast.tsx";
import type { Confirmation } from "#ui/web/confirm-dialog.tsx";
import { useDeletion } from "#goods/web/packages/use-deletion.ts";
import classes from "./qr-codes.module.css";
import { t, toastText, RichText } from "#ui/web/i18n/messages.tsx";
import Download from "lucide-react/icons/download";
import ExternalLink from "lucide-react/icons/external-link";
import Printer from "lucide-react/icons/printer";
import QrCodeIcon from "lucide-react/icons/qr-code";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { Link } from "react-router";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { IconAction } from "#ui/web/admin/icon-action.tsx";
import { Moment } from "#ui/web/figures.tsx";
import { saveFile } from "#ui/web/save-file.ts";

function useGeneration() {
  const { run, isRunning, input } = useAction(useApi().packages.generateQrCode.mutationOptions(), {
    done: (_, { legNumber }) => ({ title: t("admin-qr-codes.generated", { number: legNumber }) }),
    failed: () => t("toasts.qrCodeNotGenerated.title"),
    hint: "",
  });
  return { run, isRunning, legNumber: input?.legNumber ?? null };
}

function Codes(props: { pkg: Shipment; onConfirm: (confirmation: Confirmation) => void }) {
  const { pkg, onConfirm } = props;
  const api = useApi();
  const query = useQuery(api.packages.listQrCodes.queryOptions({ input: { packageId: pkg.id } }));
  useFailureToast(query.error, toastText("qrCodesNotLoaded"));
  const client = useApiClient();
  const generation = useGeneration();
  const deletion = useDeletion(
    ({ id: qrCodeId }: QrCode) => client.packages.deleteQrCode({ qrCodeId }),
    {
      done: ({ legNumber }) => t("admin-qr-codes.deleted", { number: legNumber }),
      doneAlready: t("admin-qr-codes.deletedAlready"),
      failed: t("toasts.qrCodeNotDeleted.title"),
    },
  );
  if (!query.data) {
    return (
      <NotLoaded
        query={query}
        failure={{ title: t("toasts.qrCodesNotLoaded.title") }}
        lines={pkg.legs.length * 2}
        label={t("admin-qr-codes.loading")}
      />
    );
  }
  const { items } = query.data;
  return (
    <ul className={`plain-list ${classes["codes"]}`}>
      {pkg.legs.map((leg) => (
        <LegCode
          key={leg.id}
          leg={leg}
          trackingNumber={pkg.trackingNumber}
          code={items.find(({ legNumber }) => legNumber === leg.legNumber)}
          isGenerating={generation.legNumber === leg.legNumber}
          onGenerate={() => {
            if (generation.isRunning) return;
            void generation.run({ packageId: pkg.id, legNumber: leg.legNumber });
          }}
          onDelete={(code) =>
            onConfirm({
              title: t("admin-qr-codes.deleteQrCode.title"),
              body: t("admin-qr-codes.deleteQrCode.body", { number: leg.legNumber }),
              confirmLabel: t("admin-qr-codes.deleteQrCode.submit"),
              onConfirm: () => deletion.run(code),
            })
          }
        />
      ))}
    </ul>
  );
}

/** @param props.onConfirm opens a confirmation dialog above the dialog of the package. */
export function QrCodes(props: { pkg: Shipment; onConfirm: (confirmation: Confirmation) => void }) {
  return (
    <DialogSection title={t("admin-qr-codes.qrCodes")}>
      {props.pkg.legs.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("admin-qr-codes.noLegs")}
        </Text>
      ) : (
        <Codes pkg={props.pkg} onConfirm={props.onConfirm} />
      )}
    </DialogSection>
  );
}

function labelAddress(code: QrCode): string {
  return `/admin/dashboard/labels/${code.id}`;
}

async function download(code: QrCode, trackingNumber: string): Promise<void> {
  hideToast("qr codes");
  try {
    await saveFile(code.imageUrl, `${trackingNumber}-leg-${code.legNumber}.png`);
  } catch {
    showToast({ ...toastText("qrCodeNotDownloaded"), kind: "destructive", place: "qr codes" });
  }
}

function Picture(props: { code: QrCode | undefined }) {
  const { code } = props;
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const isShown = code !== undefined && code.imageUrl !== brokenUrl;
  return (
    <div className={classes["picture"]} data-missing={code === undefined}>
      {isShown ? (
        <img
          src={code.imageUrl}
          alt={t("admin-qr-codes.qrCodeOfLeg", { number: code.legNumber })}
          onError={() => setBrokenUrl(code.imageUrl)}
        />
      ) : (
        <QrCodeIcon size={28} aria-hidden="true" />
      )}
    </div>
  );
}

function Actions(props: { code: QrCode; trackingNumber: string; onDelete: () => void }) {
  const { code } = props;
  const leg = { number: code.legNumber };
  const mayDelete = useMayUse("packageChanges");
  return (
    <Group gap={6} mt={4}>
      <Button
        size="compact-sm"
        variant="default"
        component={Link}
        to={labelAddress(code)}
        aria-label={t("admin-qr-codes.printLabelOfLeg", leg)}
        leftSection={<Printer size={14} aria-hidden="true" />}
      >
        {t("admin-qr-codes.printLabel")}
      </Button>
      <IconAction
        hint={t("common.view")}
        label={t("admin-qr-codes.viewOfLeg", leg)}
        icon={<ExternalLink size={14} aria-hidden="true" />}
        action={{ opens: code.imageUrl }}
      />
      <IconAction
        hint={t("common.download")}
        label={t("admin-qr-codes.downloadOfLeg", leg)}
        icon={<Download size={14} aria-hidden="true" />}
        action={{ onClick: () => void download(code, props.trackingNumber) }}
      />
      {mayDelete ? (
        <IconAction
          hint={t("common.delete")}
          label={t("admin-qr-codes.deleteOfLeg", leg)}
          icon={<Trash2 size={14} aria-hidden="true" />}
          action={{ onClick: props.onDelete }}
        />
      ) : null}
    </Group>
  );
}

/** The QR code of a leg, or a button to generate it. */
function LegCode(props: {
  leg: ShippingLeg;
  trackingNumber: string;
  code: QrCode | undefined;
  isGenerating: boolean;
  onGenerate: () => void;
  onDelete: (code: QrCode) => void;
}) {
  const { leg, code } = props;
  return (
    <li className={classes["code"]}>
      <Picture code={code} />
      <div className={classes["facts"]}>
        <Text size="sm" fw={600}>
          {t("admin-qr-codes.legRoute", {
            number: leg.legNumber,
            origin: placeName(leg.origin),
            destination: placeName(leg.destination),
          })}
        </Text>
        <Text size="sm" c="dimmed">
          {code ? (
            <RichText
              id="admin-qr-codes.generatedAt"
              components={{ time: <Moment at={code.createdAt} withTime /> }}
            />
          ) : (
            t("admin-qr-codes.noQrCode")
          )}
        </Text>
        {code ? (
          <Actions
            code={code}
            trackingNumber={props.trackingNumber}
            onDelete={() => props.onDelete(code)}
          />
        ) : (
          <Group mt={4}>
            <Button
              size="compact-sm"
              variant="light"
              loading={props.isGenerating}
              aria-label={t("admin-qr-codes.generateOfLeg", { number: leg.legNumber })}
              onClick={props.onGenerate}
            >
              {t("admin-qr-codes.generate")}
            </Button>
          </Group>
        )}
      </div>
    </li>
  );
}
