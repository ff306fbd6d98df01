import { Box, Button, Group, SegmentedControl } from "@mantine/core";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import Tag from "lucide-react/icons/tag";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { ScanField } from "#ui/web/desk/scan-field.tsx";
import { useApi } from "#shipping/web/api.ts";
import { CarriersLoaded, carrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { DataTable } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { useList } from "#ui/web/use-list.ts";
import type { TableView } from "#ui/web/table-view.ts";
import { ListCard } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import { RefusedScans } from "#shipping/web/refused-scans.tsx";
import { labelColumns } from "./label-columns.tsx";
import { MadeLabelsNote } from "./made-labels-note.tsx";
import {
  type LabelAction,
  useLabelScans,
  useMakeLabel,
  useMakeLabels,
  usePrintLabels,
} from "./use-make-label.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const TypeNumberDialog = laterPart(
  async () => (await import("./type-number-dialog.tsx")).TypeNumberDialog,
);
const VoidDialog = laterPart(async () => (await import("./void-dialog.tsx")).VoidDialog);
const FileDialog = laterPart(async () => (await import("./file-dialog.tsx")).FileDialog);
const ImportDialog = laterPart(async () => (await import("./import-dialog.tsx")).ImportDialog);

type LabelsData = { readonly items: readonly PackageToLabel[]; readonly total: number };

const states = ["accepted", "labelled"] as const;

const stateIn = (view: TableView) => (view.read("state") === "labelled" ? "labelled" : "accepted");

type FiltersProps = {
  readonly view: TableView;
  readonly data: LabelsData | undefined;
  readonly making: ReturnType<typeof useMakeLabels>;
};

/** Prints all labels in one press: those without one are made first. */
function TogetherButton(props: FiltersProps) {
  const { view, data, making } = props;
  const printing = usePrintLabels();
  if (stateIn(view) === "accepted") {
    return (
      <Button
        disabled={(data?.total ?? 0) === 0}
        loading={making.isRunning}
        leftSection={<Printer size={16} aria-hidden="true" />}
        onClick={() => making.run(view.read("carrier"))}
      >
        {t("shipping-labels.makeAll")}
      </Button>
    );
  }
  const labelIds = (data?.items ?? []).flatMap(({ label }) =>
    label === null || label.isOnManifest ? [] : [label.id],
  );
  return (
    <Button
      disabled={labelIds.length === 0}
      loading={printing.isRunning}
      leftSection={<Printer size={16} aria-hidden="true" />}
      onClick={() => void printing.run(labelIds)}
    >
      {t("shipping-labels.printAll", { count: labelIds.length })}
    </Button>
  );
}

function Filters(props: FiltersProps) {
  const { view } = props;
  const { items } = useCarriers();
  const carriers = (items ?? []).map((carrier) => ({
    value: carrier.code,
    label: carrierName(carrier),
  }));
  return (
    <Group gap="sm" align="flex-end" px="lg" pb="md">
      <SegmentedControl
        aria-label={t("shipping-labels.state")}
        value={stateIn(view)}
        onChange={(state) => view.write("state", state === "accepted" ? "" : state)}
        data={states.map((state) => ({ value: state, label: t(`shipping-labels.${state}`) }))}
      />
      <Select
        aria-label={t("shipping-labels.carrier")}
        data={[{ value: "", label: t("shipping-labels.allCarriers") }, ...carriers]}
        value={view.read("carrier")}
        allowDeselect={false}
        onChange={(code) => view.write("carrier", code ?? "")}
      />
      <TogetherButton {...props} />
    </Group>
  );
}

function LabelsCard(props: { onAction: (action: LabelAction) => void }) {
  const api = useApi();
  const { nameOf } = useCarriers();
  const { make, runningId } = useMakeLabel((item) =>
    props.onAction({ kind: "type_number", item, isOut: true }),
  );
  const scans = useLabelScans(make);
  const making = useMakeLabels();
  const { view, query, table, data } = useList(
    (address, page) => {
      const carrierCode = address.read("carrier");
      return api.labels.listPackagesToLabel.queryOptions({
        input: { state: stateIn(address), ...page, ...(carrierCode !== "" && { carrierCode }) },
      });
    },
    { pageSize: 50 },
  );
  const state = stateIn(view);
  return (
    <ListCard query={query} failure={{ title: t("shipping-labels.notLoaded") }}>
      <Box p="lg">
        <ScanField
          label={t("shipping-labels.scan")}
          description={t("shipping-labels.scanHint")}
          onLine={scans.enter}
        />
      </Box>
      {scans.refused.length === 0 ? null : (
        <Box px="lg" pb="md">
          <RefusedScans
            title={t("shipping-labels.scanRefused")}
            refused={scans.refused}
            onDismiss={scans.dismiss}
          />
        </Box>
      )}
      <Filters view={view} data={data} making={making} />
      {making.made === null ? null : (
        <Box px="lg" pb="md">
          <MadeLabelsNote made={making.made} onDismiss={making.dismiss} />
        </Box>
      )}
      <DataTable
        label={t(`shipping-labels.${state}`)}
        columns={labelColumns({
          nameOf,
          runningId,
          onMake: (item) => void make(item),
          onAction: props.onAction,
        })}
        {...table}
        rowKey={({ shipRequestId }) => shipRequestId}
        empty={
          <EmptyState
            icon={<Tag size={22} />}
            title={t(`shipping-labels.none.${state}`)}
            description={t(`shipping-labels.noneHint.${state}`)}
          />
        }
      />
    </ListCard>
  );
}

/** The dialogs of the page; each stays while it fades out. */
function Dialogs(props: { action: LabelAction | null; onClose: () => void }) {
  const { action, onClose } = props;
  const kind = action?.kind;
  return (
    <>
      <TypeNumberDialog
        isWanted={kind === "type_number"}
        action={action?.kind === "type_number" ? action : null}
        onClose={onClose}
      />
      <VoidDialog
        isWanted={kind === "void"}
        item={action?.kind === "void" ? action.item : null}
        onClose={onClose}
      />
      <FileDialog isWanted={kind === "file"} isOpen={kind === "file"} onClose={onClose} />
      <ImportDialog isWanted={kind === "import"} isOpen={kind === "import"} onClose={onClose} />
    </>
  );
}

export default function ShippingLabelsPage() {
  const [action, setAction] = useState<LabelAction | null>(null);
  return (
    <>
      <PageHeader
        title={t("shipping-labels.title")}
        description={t("shipping-labels.description")}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<Download size={16} aria-hidden="true" />}
              onClick={() => setAction({ kind: "file" })}
            >
              {t("shipping-labels.file")}
            </Button>
            <Button
              variant="default"
              leftSection={<Upload size={16} aria-hidden="true" />}
              onClick={() => setAction({ kind: "import" })}
            >
              {t("shipping-labels.import")}
            </Button>
          </>
        }
      />
      <CarriersLoaded>
        <LabelsCard onAction={setAction} />
        <Dialogs action={action} onClose={() => setAction(null)} />
      </CarriersLoaded>
    </>
  );
}
