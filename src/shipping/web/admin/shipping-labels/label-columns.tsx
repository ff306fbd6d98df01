import { Button, Group } from "@mantine/core";
import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import type { LabelObstacle } from "#shipping/rules/shipping-label.ts";
import { BoxNameCell } from "#shipping/web/box-name.tsx";
import { countryName } from "#catalogue/rules/country-name.ts";
import cells from "#ui/web/admin/cells.module.css";
import type { NameOf } from "#catalogue/web/carriers/use-carriers.tsx";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import type { Column } from "#ui/web/data-table.tsx";
import { Code, Moment, Weight } from "#ui/web/figures.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { labelAddress, papersAddress } from "#shipping/web/print-box.ts";
import type { LabelAction } from "./use-make-label.ts";

type Actions = {
  readonly nameOf: NameOf;
  readonly runningId: string | null;
  readonly onMake: (item: PackageToLabel) => void;
  readonly onAction: (action: LabelAction) => void;
};

/** With these no label can be made whoever asks for it. */
const unmakable: ReadonlySet<LabelObstacle> = new Set(["own", "address", "code", "lines"]);

/** Of the goods that lack a code. */
const mostLinesNamed = 3;

function LabelCell({ item }: { item: PackageToLabel }) {
  const { label, obstacle, lackingLines } = item;
  if (label !== null) {
    return (
      <>
        <Code>{label.trackingNumber}</Code>
        <div className={cells["below"]}>
          {label.isOnManifest ? (
            t("shipping-labels.onManifest")
          ) : (
            <Moment at={label.createdAt} withTime />
          )}
        </div>
        {label.isCarriersOwn ? (
          <div className={cells["below"]}>{t("shipping-labels.carriersOwn")}</div>
        ) : null}
      </>
    );
  }
  return obstacle === null ? (
    <span className={cells["below"]}>{t("shipping-labels.noLabel")}</span>
  ) : (
    <span className={cells["whole"]}>
      <StatusBadge label={t(`shipping-labels.obstacle.${obstacle}`)} color="red" />
      {lackingLines.length === 0 ? null : (
        <div className={cells["below"]}>
          {lackingLines
            .slice(0, mostLinesNamed)
            .map(({ description }) => description || t("shipping-labels.withoutDescription"))
            .join(" · ")}
        </div>
      )}
    </span>
  );
}

function WithLabel({ item, onAction }: Pick<Actions, "onAction"> & { item: PackageToLabel }) {
  const { label, reference } = item;
  if (label === null) return null;
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        component="a"
        href={labelAddress(label.id)}
        target="_blank"
        rel="noopener"
        variant="default"
        size="compact-md"
        aria-label={t("shipping-labels.printNamed", { reference })}
      >
        {t("shipping-labels.print")}
      </Button>
      {label.customsForm === null ? null : (
        <Button
          component="a"
          href={papersAddress(label.id)}
          target="_blank"
          rel="noopener"
          variant="default"
          size="compact-md"
          aria-label={t("shipping-labels.papersNamed", { reference })}
        >
          {t("shipping-labels.papers")}
        </Button>
      )}
      {label.isOnManifest ? null : (
        <RowButton
          aria-label={t("shipping-labels.voidNamed", { reference })}
          onClick={() => onAction({ kind: "void", item })}
        >
          {t("shipping-labels.void")}
        </RowButton>
      )}
    </Group>
  );
}

function WithoutLabel({ item, runningId, onMake, onAction }: Actions & { item: PackageToLabel }) {
  const { reference, obstacle } = item;
  // Where the service has no numbers left, one is typed or the carrier's own label attached.
  const isTyped = obstacle === "no_numbers" || obstacle === "address";
  const type = {
    "aria-label": t("shipping-labels.typeNamed", { reference }),
    onClick: () => onAction({ kind: "type_number", item, isOut: false }),
    children: t("shipping-labels.type"),
  };
  return (
    <Group gap="xs" justify="flex-end">
      {isTyped ? <Button size="compact-md" variant="filled" {...type} /> : <RowButton {...type} />}
      <Button
        size="compact-md"
        variant={isTyped ? "default" : "filled"}
        loading={runningId === item.shipRequestId}
        disabled={obstacle !== null && unmakable.has(obstacle)}
        aria-label={t("shipping-labels.makeNamed", { reference })}
        onClick={() => onMake(item)}
      >
        {t("shipping-labels.make")}
      </Button>
    </Group>
  );
}

/** The columns of the list of packages with and without labels. */
export function labelColumns(actions: Actions): readonly Column<PackageToLabel>[] {
  return [
    {
      key: "reference",
      header: t("shipping-labels.reference"),
      isTitle: true,
      isNoWrap: true,
      cell: (item) => <BoxNameCell box={item} />,
    },
    {
      key: "to",
      header: t("common.destination"),
      cell: ({ countryCode, serviceName, carrierCode }) => (
        <>
          <span>{countryName(countryCode, documentLanguage())}</span>
          <div className={cells["below"]}>
            {[serviceName, actions.nameOf(carrierCode)]
              .filter((name, at, all) => all.indexOf(name) === at)
              .join(" · ")}
          </div>
        </>
      ),
    },
    {
      key: "weight",
      header: t("shipping-labels.weight"),
      align: "end",
      isNoWrap: true,
      cell: ({ weightGrams, parcelsCount }) => (
        <>
          <Weight weightGrams={weightGrams} />
          <div className={cells["below"]}>
            {t("shipping-labels.parcels", { count: parcelsCount })}
          </div>
        </>
      ),
    },
    {
      key: "label",
      header: t("shipping-labels.label"),
      cell: (item) => <LabelCell item={item} />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (item) =>
        item.label === null ? (
          <WithoutLabel {...actions} item={item} />
        ) : (
          <WithLabel item={item} onAction={actions.onAction} />
        ),
    },
  ];
}
