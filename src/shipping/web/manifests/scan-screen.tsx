import { Button, Card, Group, Text, Title } from "@mantine/core";
import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import History from "lucide-react/icons/history";
import ScanLine from "lucide-react/icons/scan-line";
import { useRef, useState } from "react";
import type { Manifest, ManifestPackage } from "#shipping/contract/manifests.ts";
import { boxNameText } from "#shipping/rules/box-name.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { ScanCamera } from "#ui/web/desk/camera.tsx";
import { DeskBanner, DeskColumns, DeskScreen } from "#ui/web/desk/desk-screen.tsx";
import { ScanField } from "#ui/web/desk/scan-field.tsx";
import { Code, weightText } from "#ui/web/figures.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import {
  ManifestHead,
  printAddress,
  CarrierWeightButtons,
  CarrierWeightFacts,
  ListedFacts,
} from "./manifest-parts.tsx";
import { RefusedScans, useRefusedScans } from "#shipping/web/refused-scans.tsx";
import { useManifestAction } from "./manifest-changes.ts";
import classes from "./manifests.module.css";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { playSound } from "#ui/web/desk/sounds.ts";
import { useNextSignIn } from "#people/web/use-next-sign-in.ts";

const icons = { added: CircleCheck, again: History, refused: Ban } as const;

function wordsOf(result: ScanResult | null, carrier: string) {
  if (result === null) {
    return { title: t("manifests.ready"), hint: t("manifests.readyHint", { carrier }) };
  }
  if (result.outcome === "refused") {
    return { title: t("manifests.refused"), hint: `${result.scan}: ${result.message}` };
  }
  const { trackingNumber: number, countryCode, weightGrams } = result.item;
  if (result.outcome === "again") {
    return { title: t("manifests.again", { number }), hint: t("manifests.againHint") };
  }
  const country = countryName(countryCode, documentLanguage());
  const weight = weightText(weightGrams);
  return {
    title: t("manifests.added", { number }),
    hint: t("manifests.addedHint", { reference: boxNameText(result.item), country, weight }),
  };
}

/** What the newest scan led to, in colour, with a sign and in words. */
function Banner(props: { result: ScanResult | null; carrier: string }) {
  const { result, carrier } = props;
  return (
    <DeskBanner
      icon={result === null ? ScanLine : icons[result.outcome]}
      {...wordsOf(result, carrier)}
      outcome={result?.outcome ?? "ready"}
    />
  );
}

function ScannedPackages({ manifest }: { manifest: Manifest }) {
  const api = useApi();
  const removing = useManifestAction(manifest.id, api.manifests.removePackage.mutationOptions(), {
    failed: t("manifests.notRemoved"),
  });
  if (manifest.items.length === 0) return <Text c="dimmed">{t("manifests.listEmpty")}</Text>;
  return (
    <ul className={classes["rows"]} aria-label={t("manifests.list")}>
      {manifest.items.map((item) => (
        <li key={item.id} className={classes["row"]}>
          <div>
            <Code>{item.trackingNumber}</Code>
            <ListedFacts item={item} />
            <CarrierWeightFacts item={item} />
          </div>
          <Group gap="xs">
            <CarrierWeightButtons item={item} manifestId={manifest.id} />
            <RowButton
              aria-label={t("manifests.removeNamed", { number: item.trackingNumber })}
              disabled={removing.isRunning}
              onClick={() => void removing.run({ manifestPackageId: item.id })}
            >
              {t("manifests.remove")}
            </RowButton>
          </Group>
        </li>
      ))}
    </ul>
  );
}

/**
 * The desk while packages are scanned into a manifest.
 * @param props.onScanned reads the manifest again
 */
export function ScanScreen(props: {
  manifest: Manifest;
  onScanned: () => void;
  onLeave: () => void;
}) {
  const { manifest, onScanned, onLeave } = props;
  const api = useApi();
  const [isMuted, setMuted] = useState(false);
  const { nameOf } = useCarriers();
  const { result, scan, waitingCount, refusedScans } = useScanning(manifest.id, isMuted, onScanned);
  // The newest one stands in the banner.
  const newest = result?.outcome === "refused" ? result.scan : null;
  const earlier = refusedScans.refused.filter((one) => one.scan !== newest);
  const closing = useManifestAction(manifest.id, api.manifests.closeManifest.mutationOptions(), {
    failed: t("manifests.notClosed"),
    onDone: ({ id }) => window.open(printAddress(id), "_blank", "noopener"),
  });
  const count = manifest.packagesCount;
  const packages = t("manifests.packagesCount", { count });
  return (
    <DeskScreen look={result === null ? "idle" : scanLooks[result.outcome]}>
      <ManifestHead manifest={manifest} onLeave={onLeave} />
      <ScanField
        label={t("manifests.field")}
        description={t("manifests.fieldHint")}
        onLine={scan}
      />
      <Banner result={result} carrier={nameOf(manifest.carrierCode)} />
      <RefusedScans
        title={t("manifests.refused")}
        refused={earlier}
        onDismiss={refusedScans.dismiss}
      />
      <DeskColumns
        camera={
          <ScanCamera
            isScanning
            onScan={scan}
            soundsLabel={t("manifests.sounds")}
            isMuted={isMuted}
            onMuted={setMuted}
          />
        }
        work={
          <Card component="section">
            <Title order={2} size="h4" mb="xs">
              {t("manifests.list")}
            </Title>
            <Text mb="sm">
              {t("manifests.total", { packages, weight: weightText(manifest.totalGrams) })}
            </Text>
            <ScannedPackages manifest={manifest} />
          </Card>
        }
        devices={
          <Button
            size="lg"
            disabled={count === 0 || waitingCount > 0}
            loading={closing.isRunning}
            onClick={() => void closing.run({ manifestId: manifest.id })}
          >
            {t("manifests.close")}
          </Button>
        }
      />
    </DeskScreen>
  );
}

/** What the newest scan led to. */
type ScanResult =
  | { readonly outcome: "added" | "again"; readonly item: ManifestPackage }
  | { readonly outcome: "refused"; readonly scan: string; readonly message: string };

const scanLooks = { added: "right", again: "again", refused: "stop" } as const;

/**
 * Adds scans to an open manifest one after the other, with a sound for what each led to. Those after the end of the
 * session wait until somebody signs in again.
 */
function useScanning(manifestId: string, isMuted: boolean, onScanned: () => void) {
  const client = useApiClient();
  const [result, setResult] = useState<ScanResult | null>(null);
  const [waitingCount, setWaitingCount] = useState(0);
  const last = useRef(Promise.resolve());
  const nextSignIn = useNextSignIn();
  const refusedScans = useRefusedScans();
  const show = (shown: ScanResult) => {
    setResult(shown);
    if (shown.outcome === "refused") refusedScans.refuse(shown);
    if (!isMuted) playSound(scanLooks[shown.outcome]);
  };
  const add = async (scan: string, idempotencyKey: string): Promise<void> => {
    try {
      const { isNew, item } = await client.manifests.addScan({ manifestId, scan, idempotencyKey });
      refusedScans.settle(scan);
      show({ outcome: isNew ? "added" : "again", item });
    } catch (error) {
      if (apiErrorCode(error) === "signed_out") {
        await nextSignIn();
        return await add(scan, idempotencyKey);
      }
      const message = apiErrorMessage(error, t("toasts.unexpected.description"));
      show({ outcome: "refused", scan, message });
    }
    setWaitingCount((count) => count - 1);
    onScanned();
  };
  const scan = (text: string) => {
    if (text.trim() === "") return;
    const idempotencyKey = crypto.randomUUID();
    setWaitingCount((count) => count + 1);
    last.current = last.current.then(() => add(text.trim(), idempotencyKey));
  };
  return { result, scan, waitingCount, refusedScans };
}
