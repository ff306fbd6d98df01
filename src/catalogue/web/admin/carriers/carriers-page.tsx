import { Button, Group, Text } from "@mantine/core";
import Plus from "lucide-react/icons/plus";
import Truck from "lucide-react/icons/truck";
import { useState } from "react";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import cells from "#ui/web/admin/cells.module.css";
import { carrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { dayText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const CarrierDialog = laterPart(async () => (await import("./carrier-dialog.tsx")).CarrierDialog);

/** The names in the other languages, where they differ, and the code. */
function otherNames(carrier: Carrier): string {
  const shown = carrierName(carrier);
  const names = [carrier.name, carrier.nameZhHant, carrier.nameZhHans, carrier.code];
  return [...new Set(names)].filter((name) => name !== null && name !== shown).join(" · ");
}

/** The host of the tracking page, and the day of its last check. */
function pageText({ trackingPage, checkedOn }: Carrier): string {
  const date = dayText(checkedOn);
  return trackingPage === null
    ? t("admin-carriers.noPage", { date })
    : t("admin-carriers.checkedPage", { host: new URL(trackingPage).hostname, date });
}

/** Only what is not so for most carriers. */
function Marks({ carrier }: { carrier: Carrier }) {
  return (
    <>
      {carrier.isActive ? null : (
        <StatusBadge label={t("admin-carriers.notOffered")} color="yellow" size="sm" />
      )}
      {carrier.isOnTrackPage ? (
        <StatusBadge label={t("admin-carriers.onTrackPage")} color="gray" size="sm" />
      ) : null}
    </>
  );
}

function columnsFor(onEdit: (carrier: Carrier) => void): readonly Column<Carrier>[] {
  return [
    {
      key: "carrier",
      header: t("common.carrier"),
      isTitle: true,
      cell: (carrier) => (
        <>
          <Group gap={6}>
            <span>{carrierName(carrier)}</span>
            <Marks carrier={carrier} />
          </Group>
          <div className={cells["below"]}>{otherNames(carrier)}</div>
        </>
      ),
    },
    {
      key: "page",
      header: t("admin-carriers.field.trackingPage"),
      isUnlabelled: true,
      cell: pageText,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (carrier) => (
        <RowButton
          aria-label={t("admin-carriers.editNamed", { carrier: carrierName(carrier) })}
          onClick={() => onEdit(carrier)}
        >
          {t("common.edit")}
        </RowButton>
      ),
    },
  ];
}

function CarriersCard(props: { onEdit: (carrier: Carrier) => void }) {
  const { query, items } = useCarriers();
  return (
    <ListCard
      query={query}
      failure={{ title: t("common.carriersNotLoaded") }}
      title={t("admin-carriers.title")}
      description={t("admin-carriers.listHint")}
    >
      <DataTable
        label={t("admin-carriers.title")}
        columns={columnsFor(props.onEdit)}
        rows={items ?? undefined}
        rowKey={({ code }) => code}
        empty={<EmptyState icon={<Truck size={22} />} title={t("admin-carriers.none")} />}
      />
    </ListCard>
  );
}

export default function CarriersPage() {
  /** Null for a new one; kept while the form fades out. */
  const [edited, setEdited] = useState<Carrier | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (carrier: Carrier | null) => {
    setEdited(carrier);
    setOpen(true);
  };
  return (
    <>
      <PageHeader
        title={t("admin-carriers.title")}
        description={t("admin-carriers.description")}
        actions={
          <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => open(null)}>
            {t("admin-carriers.add")}
          </Button>
        }
      />
      <CarriersCard onEdit={open} />
      <CarrierDialog
        isWanted={isOpen}
        isOpen={isOpen}
        carrier={edited}
        onClose={() => setOpen(false)}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t("admin-carriers.recorded")}
      </Text>
    </>
  );
}
