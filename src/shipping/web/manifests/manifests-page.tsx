import { useSearchParams } from "react-router";
import { CarriersLoaded } from "#catalogue/web/carriers/use-carriers.tsx";
import { ManifestList } from "./manifest-list.tsx";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#shipping/web/api.ts";
import { BackLink } from "#ui/web/page-header.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { ScanScreen } from "./scan-screen.tsx";
import classes from "./manifests.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { Alert, Button, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import type { Manifest, ManifestPackage } from "#shipping/contract/manifests.ts";
import type { ManifestPackageState } from "#shipping/rules/manifest.ts";
import { csvAddress } from "#ui/web/save-file.ts";
import { Code, momentText, weightText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import {
  ManifestHead,
  CarrierWeightButtons,
  CarrierWeightFacts,
  ListedFacts,
  printAddress,
} from "./manifest-parts.tsx";
import { useManifestAction } from "./manifest-changes.ts";

/** The desk at which packages are scanned out: all manifests, or the one in the address. */
export default function ManifestsPage() {
  const [search, setSearch] = useSearchParams();
  const manifestId = search.get("manifest");
  const show = (id: string | null) => setSearch(id === null ? {} : { manifest: id });
  return (
    <CarriersLoaded>
      {manifestId === null ? (
        <ManifestList onOpen={show} />
      ) : (
        <ManifestScreen key={manifestId} manifestId={manifestId} onLeave={() => show(null)} />
      )}
    </CarriersLoaded>
  );
}

/** One manifest: scanned into while it is open, printed and handed over once it is closed. */
export function ManifestScreen(props: { manifestId: string; onLeave: () => void }) {
  const { manifestId, onLeave } = props;
  const api = useApi();
  const query = useQuery(api.manifests.readManifest.queryOptions({ input: { manifestId } }));
  const manifest = query.data;
  if (manifest === undefined) {
    return (
      <div className={classes["page"]}>
        <BackLink to="/admin/dashboard/manifests" label={t("manifests.back")} />
        {query.isError ? (
          <ErrorState
            title={t("manifests.notLoaded")}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <LoadingCard lines={6} />
        )}
      </div>
    );
  }
  return manifest.state === "open" ? (
    <ScanScreen manifest={manifest} onScanned={() => void query.refetch()} onLeave={onLeave} />
  ) : (
    <ClosedManifest manifest={manifest} onLeave={onLeave} />
  );
}

const HandOverDialog = laterPart(
  async () => (await import("./hand-over-dialog.tsx")).HandOverDialog,
);
const TakeBackDialog = laterPart(
  async () => (await import("./take-back-dialog.tsx")).TakeBackDialog,
);

const itemColors: Readonly<Record<ManifestPackageState, StatusColor>> = {
  listed: "gray",
  handed_over: "green",
  left_behind: "red",
  taken_back: "yellow",
};

/** How far the hand-over is, or that it is done. */
function Outcome({ manifest }: { manifest: Manifest }) {
  const { state, items, handedOverCount, leftBehindCount, handedOverAt } = manifest;
  if (state === "closed") return null;
  const done = items.filter((item) => item.state !== "listed").length;
  if (state === "handing_over") {
    const text = t("manifests.handingOver", { done, count: items.length });
    return (
      <Card component="section" role="status">
        <Text mb="xs">{text}</Text>
        <Progress value={(done / Math.max(1, items.length)) * 100} aria-label={text} />
      </Card>
    );
  }
  return (
    <Stack gap="sm">
      {handedOverCount === 0 ? null : (
        <Alert
          color="green"
          role="status"
          title={t("manifests.handedOver", { receiver: manifest.receiverName })}
        >
          {t("manifests.handedOverHint", { at: momentText(handedOverAt ?? "", true) })}
        </Alert>
      )}
      {leftBehindCount === 0 ? null : (
        <Alert color="red" role="alert">
          {t("manifests.someLeft", { count: leftBehindCount })}
        </Alert>
      )}
      {manifest.signatureUrl === null ? null : (
        <img
          className={classes["signature"]}
          src={manifest.signatureUrl}
          alt={t("manifests.signature")}
        />
      )}
    </Stack>
  );
}

function Actions(props: { manifest: Manifest; onHandOver: () => void }) {
  const { manifest } = props;
  const api = useApi();
  const reopening = useManifestAction(manifest.id, api.manifests.reopenManifest.mutationOptions(), {
    failed: t("manifests.notReopened"),
  });
  return (
    <Group gap="sm">
      {manifest.state === "closed" ? (
        <Button size="lg" onClick={props.onHandOver}>
          {t("manifests.handOver")}
        </Button>
      ) : null}
      <Button
        component="a"
        href={printAddress(manifest.id)}
        target="_blank"
        rel="noopener"
        size="lg"
        variant="default"
        leftSection={<Printer size={18} aria-hidden="true" />}
      >
        {t("manifests.print")}
      </Button>
      <Button
        component="a"
        href={csvAddress(`/api/admin/manifests/${manifest.id}/manifest.csv`)}
        size="lg"
        variant="default"
        leftSection={<Download size={18} aria-hidden="true" />}
      >
        {t("manifests.csv")}
      </Button>
      {manifest.state === "closed" ? (
        <Button
          size="lg"
          variant="default"
          loading={reopening.isRunning}
          onClick={() => void reopening.run({ manifestId: manifest.id })}
        >
          {t("manifests.reopen")}
        </Button>
      ) : null}
    </Group>
  );
}

function Packages(props: { manifest: Manifest; onTakeBack: (item: ManifestPackage) => void }) {
  return (
    <ul className={classes["rows"]} aria-label={t("manifests.list")}>
      {props.manifest.items.map((item) => (
        <li key={item.id} className={classes["row"]}>
          <div>
            <Code>{item.trackingNumber}</Code>
            <ListedFacts item={item} />
            <CarrierWeightFacts item={item} />
            {item.leftBehindReason === null ? null : (
              <div className={classes["warning"]}>
                {t(`manifests.reason.${item.leftBehindReason}`)}
              </div>
            )}
            {item.takenBackReason === "" ? null : (
              <div className={classes["facts"]}>{item.takenBackReason}</div>
            )}
          </div>
          <Group gap="xs">
            {props.manifest.state === "closed" ? null : (
              <StatusBadge
                label={t(`manifests.item.${item.state}`)}
                color={itemColors[item.state]}
              />
            )}
            <CarrierWeightButtons item={item} manifestId={props.manifest.id} />
            {item.takeBackUntil === null ? null : (
              <RowButton
                aria-label={t("manifests.takeBackNamed", { number: item.trackingNumber })}
                onClick={() => props.onTakeBack(item)}
              >
                {t("manifests.takeBack")}
              </RowButton>
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}

/** A manifest that is printed, handed over, and whose packages can be taken back for two hours. */
export function ClosedManifest(props: { manifest: Manifest; onLeave: () => void }) {
  const { manifest } = props;
  const [isHandingOver, setHandingOver] = useState(false);
  const [returned, setReturned] = useState<ManifestPackage | null>(null);
  const packages = t("manifests.packagesCount", { count: manifest.packagesCount });
  return (
    <div className={classes["page"]}>
      <Stack gap="lg">
        <ManifestHead manifest={manifest} onLeave={props.onLeave} />
        <Outcome manifest={manifest} />
        <Actions manifest={manifest} onHandOver={() => setHandingOver(true)} />
        <Card component="section">
          <Title order={2} size="h4" mb="xs">
            {t("manifests.list")}
          </Title>
          <Text mb="sm">
            {t("manifests.total", { packages, weight: weightText(manifest.totalGrams) })}
          </Text>
          <Packages manifest={manifest} onTakeBack={setReturned} />
        </Card>
      </Stack>
      <HandOverDialog
        isWanted={isHandingOver}
        isOpen={isHandingOver && manifest.state === "closed"}
        manifest={manifest}
        onClose={() => setHandingOver(false)}
      />
      <TakeBackDialog
        isWanted={returned !== null}
        item={returned}
        manifestId={manifest.id}
        onClose={() => setReturned(null)}
      />
    </div>
  );
}
