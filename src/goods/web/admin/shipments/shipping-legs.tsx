import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { storedCarrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { Alert, Box, Button, Group, Text } from "@mantine/core";
import ArrowRight from "lucide-react/icons/arrow-right";
import HandCoins from "lucide-react/icons/hand-coins";
import MessageSquarePlus from "lucide-react/icons/message-square-plus";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef, useState, type Ref } from "react";
import type { LegEstimate } from "#tracking/contract/carrier-events.ts";
import type { Shipment, ShippingLeg } from "#goods/contract/packages.ts";
import { legStatuses, offeredLegStatuses, type LegStatus } from "#tracking/rules/package-status.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { maxLegsPerPackage } from "#catalogue/rules/shipping-service.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { LegExpectation, PackageExpectation } from "#goods/web/packages/leg-list.tsx";
import { Code, Moment, readerLocale } from "#ui/web/figures.tsx";
import { Select } from "#ui/web/select.tsx";
import { DialogSection } from "#ui/web/dialog.tsx";
import { LegForm } from "./leg-form.tsx";
import { EditConflict, conflictingVersion } from "#ui/web/admin/edit-conflict.tsx";
import { useShipmentChanges } from "./shipment-changes.ts";
import classes from "./shipments.module.css";
import { RichText, t, toastText } from "#ui/web/i18n/messages.tsx";
import { overtakenLegs } from "#goods/rules/leg-edit.ts";
import { UpdateForm } from "./update-form.tsx";

/** `conflict` holds both statuses when somebody else set another one in the meantime. */
function useLegStatus(leg: ShippingLeg) {
  const changes = useShipmentChanges();
  const [conflict, setConflict] = useState<{ wanted: LegStatus; saved: LegStatus } | null>(null);
  const { run, input } = useAction(useApi().packages.setLegStatus.mutationOptions(), {
    place: "legs",
    done: (pkg) => {
      changes.store(pkg);
      setConflict(null);
      return toastText("legStatusUpdated");
    },
    failed: () => {
      setConflict(null);
      return t("toasts.legStatusNotUpdated.title");
    },
    failures: {
      conflict: (error, { status: wanted }) => {
        const current = conflictingVersion(error);
        const saved = legStatuses.find((known) => known === current);
        setConflict(saved ? { wanted, saved } : null);
        const description = saved
          ? t("admin-shipment-details.legStatusConflict.text")
          : apiErrorMessage(error, t("toasts.unexpected.description"));
        const title = t("toasts.legStatusNotUpdated.title");
        return { title, description, kind: "destructive" };
      },
    },
  });
  const set = async (status: LegStatus, expectedVersion: LegStatus) => {
    if (input === undefined) await run({ legId: leg.id, status, expectedVersion });
  };
  return { set, conflict, setConflict, wanted: input?.status ?? null };
}

function LegStatusSelect({
  ref,
  ...props
}: {
  ref: Ref<HTMLInputElement>;
  leg: ShippingLeg;
  /** The status that is being saved, if any. */
  wanted: LegStatus | null;
  onSet: (status: LegStatus) => void;
}) {
  const { leg, wanted } = props;
  const isOffered = offeredLegStatuses.some((value) => value === leg.status);
  return (
    <Select
      ref={ref}
      size="xs"
      w={132}
      aria-label={t("admin-shipment-details.statusOfLeg", { number: leg.legNumber })}
      data={[
        ...offeredLegStatuses.map((value) => ({ value, label: statusLabel(value) })),
        ...(isOffered
          ? []
          : [{ value: leg.status, label: statusLabel(leg.status), disabled: true }]),
      ]}
      value={wanted ?? leg.status}
      aria-busy={wanted !== null}
      onChange={(value) => {
        const status = legStatuses.find((known) => known === value);
        if (status && status !== leg.status) props.onSet(status);
      }}
    />
  );
}

function LegFacts(props: { leg: ShippingLeg; estimate: LegEstimate | undefined }) {
  const { items } = useCarriers();
  const { leg, estimate } = props;
  return (
    <>
      <div className={classes["facts"]}>
        <span>
          {leg.carrier === null
            ? t("admin-shipment-details.noCarrier")
            : storedCarrierName(items, leg.carrier)}
        </span>
        {leg.trackingNumber ? <Code>{leg.trackingNumber}</Code> : null}
        {leg.departedAt === null ? null : (
          <span>
            <RichText
              id="admin-shipment-details.departed"
              components={{ time: <Moment at={leg.departedAt} withTime /> }}
            />
          </span>
        )}
        {leg.arrivedAt === null ? null : (
          <span>
            <RichText
              id="admin-shipment-details.arrived"
              components={{ time: <Moment at={leg.arrivedAt} withTime /> }}
            />
          </span>
        )}
        {leg.statusSince === null ? null : (
          <span>
            <RichText
              id={`admin-shipment-details.statusSource.${leg.statusSource}`}
              components={{ time: <Moment at={leg.statusSince} withTime /> }}
            />
          </span>
        )}
        {leg.estimatedDeparture && leg.departedAt === null && leg.arrivedAt === null ? (
          <span>
            <RichText
              id="admin-shipment-details.departs"
              components={{ time: <Moment at={leg.estimatedDeparture} withTime /> }}
            />
          </span>
        ) : null}
        {leg.estimatedArrival && leg.arrivedAt === null ? (
          <span>
            <RichText
              id="admin-shipment-details.arrives"
              components={{ time: <Moment at={leg.estimatedArrival} withTime /> }}
            />
          </span>
        ) : null}
      </div>
      <LegExpectation leg={leg} estimate={estimate} />
      {leg.notes ? (
        <Text size="sm" className={classes["notes"]}>
          {leg.notes}
        </Text>
      ) : null}
    </>
  );
}

function Leg(props: {
  leg: ShippingLeg;
  estimate: LegEstimate | undefined;
  mayChange: boolean;
  onEdit: () => void;
  onAddUpdate: () => void;
  onCharge: () => void;
}) {
  const { leg, mayChange } = props;
  const mayCharge = useMayUse("money");
  const { set, conflict, setConflict, wanted } = useLegStatus(leg);
  const select = useRef<HTMLInputElement>(null);
  const focusSelect = () => select.current?.focus();
  return (
    <>
      <Group justify="space-between" gap="xs" align="center">
        <Text component="h4" fw={600} className={classes["places"]}>
          <span>{placeName(leg.origin)}</span>
          <ArrowRight size={14} role="img" aria-label={t("admin-shipments.to")} />
          <span>{placeName(leg.destination)}</span>
        </Text>
        {mayChange ? (
          <LegStatusSelect
            ref={select}
            leg={leg}
            wanted={wanted}
            onSet={(status) => void set(status, leg.status)}
          />
        ) : (
          <Text size="sm">{statusLabel(leg.status)}</Text>
        )}
      </Group>
      {conflict === null ? null : (
        <Box my="sm">
          <EditConflict
            title={t("admin-shipment-details.legStatusConflict.title")}
            isSingleField
            differences={[
              {
                label: t("common.status"),
                saved: statusLabel(conflict.saved),
                mine: statusLabel(conflict.wanted),
              },
            ]}
            isSaving={wanted !== null}
            onTakeTheirs={() => {
              setConflict(null);
              focusSelect();
            }}
            onSaveMine={() => void set(conflict.wanted, conflict.saved).then(focusSelect)}
          />
        </Box>
      )}
      <LegFacts leg={leg} estimate={props.estimate} />
      {mayChange || mayCharge ? (
        <Group gap={6} mt="xs">
          {mayChange ? (
            <RowButton
              aria-label={t("admin-shipment-details.editLeg", { number: leg.legNumber })}
              data-edits={leg.id}
              leftSection={<Pencil size={14} aria-hidden="true" />}
              onClick={props.onEdit}
            >
              {t("common.edit")}
            </RowButton>
          ) : null}
          {mayChange ? (
            <RowButton
              aria-label={t("admin-shipment-details.addUpdateToLeg", { number: leg.legNumber })}
              data-edits={updateOf(leg)}
              leftSection={<MessageSquarePlus size={14} aria-hidden="true" />}
              onClick={props.onAddUpdate}
            >
              {t("admin-shipment-details.addUpdate")}
            </RowButton>
          ) : null}
          {mayCharge ? (
            <RowButton
              aria-label={t("admin-shipment-details.chargeForLeg", { number: leg.legNumber })}
              leftSection={<HandCoins size={14} aria-hidden="true" />}
              onClick={props.onCharge}
            >
              {t("admin-shipment-details.charge")}
            </RowButton>
          ) : null}
        </Group>
      ) : null}
    </>
  );
}

const newLeg = "new";

/** Names the form that adds what a leg's carrier reports. */
function updateOf(leg: ShippingLeg): string {
  return `update of ${leg.id}`;
}

/** Shown when a leg has begun before an earlier one is delivered, which is allowed. */
function OvertakenLegsAlert(props: { legs: readonly ShippingLeg[] }) {
  const overtaken = overtakenLegs(props.legs);
  if (overtaken.length === 0) return null;
  const legs = overtaken.map((number) => t("admin-shipment-details.legInSentence", { number }));
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} />}
      title={t("admin-shipment-details.legsOutOfOrder")}
      mb="md"
    >
      {t("admin-shipment-details.legsOutOfOrderText", {
        count: legs.length,
        legs: new Intl.ListFormat(readerLocale()).format(legs),
      })}
    </Alert>
  );
}

/** The form that is open: the id of its leg, `newLeg`, what `updateOf` returns, or null. */
type OpenForm = string | null;

/** When the form closes, focuses the button that edits the same leg, or the last one. */
function useFocusAfterEdit(openForm: OpenForm) {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<OpenForm>(null);
  useEffect(() => {
    if (openForm === null && before.current !== null) {
      const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-edits]") ?? [])];
      const edited = buttons.find((button) => button.dataset["edits"] === before.current);
      (edited ?? buttons.at(-1))?.focus();
    }
    before.current = openForm;
  }, [openForm]);
  return list;
}

/**
 * @param props.estimates when the remaining legs arrive.
 * @param props.isChangeable whether those who may change legs do so here.
 * @param props.onCharge opens the wallet dialog with a fee for that leg.
 */
export function ShippingLegs(props: {
  pkg: Shipment;
  estimates: readonly LegEstimate[];
  isChangeable: boolean;
  onCharge: (leg: ShippingLeg) => void;
}) {
  const { pkg, estimates } = props;
  const [openForm, setOpenForm] = useState<OpenForm>(null);
  const list = useFocusAfterEdit(openForm);
  const closeForm = () => setOpenForm(null);
  const mayChange = useMayUse("packageChanges") && props.isChangeable;
  const canAdd = mayChange && pkg.legs.length < maxLegsPerPackage && openForm !== newLeg;
  return (
    <DialogSection
      title={t("admin-shipment-details.shippingLegs")}
      actions={
        canAdd ? (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<Plus size={14} aria-hidden="true" />}
            onClick={() => setOpenForm(newLeg)}
          >
            {t("admin-shipment-details.addLeg")}
          </Button>
        ) : null
      }
    >
      {pkg.legs.length === 0 && openForm !== newLeg ? (
        <Text size="sm" c="dimmed">
          {t("admin-shipment-details.noLegs")}
        </Text>
      ) : null}
      <OvertakenLegsAlert legs={pkg.legs} />
      <PackageExpectation pkg={pkg} estimates={estimates} />
      <ol ref={list} className={`plain-list ${classes["legs"]}`}>
        {pkg.legs.map((leg) => (
          <li key={leg.id} className={classes["leg"]} data-status={leg.status}>
            {openForm === leg.id ? (
              <LegForm pkg={pkg} leg={leg} onDone={closeForm} />
            ) : (
              <Leg
                leg={leg}
                estimate={estimates.find(({ legNumber }) => legNumber === leg.legNumber)}
                mayChange={mayChange}
                onEdit={() => setOpenForm(leg.id)}
                onAddUpdate={() => setOpenForm(updateOf(leg))}
                onCharge={() => props.onCharge(leg)}
              />
            )}
            {openForm === updateOf(leg) ? <UpdateForm leg={leg} onDone={closeForm} /> : null}
          </li>
        ))}
        {openForm === newLeg ? (
          <li className={classes["leg"]} data-status="pending">
            <LegForm pkg={pkg} leg={null} onDone={closeForm} />
          </li>
        ) : null}
      </ol>
    </DialogSection>
  );
}
