import { Anchor } from "@mantine/core";
import { i18n } from "@lingui/core";
import { Link } from "react-router";
import { waitingLimits } from "#goods/rules/inbound-parcel.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import type { WorkItem } from "#office/contract/admin.ts";
import type { LateKind, WorkItemKind } from "#office/rules/work-item.ts";
import type { MessageId } from "#platform/rules/messages.ts";
import { boxOwnerTexts } from "#shipping/rules/box-name.ts";
import { WeightDifference } from "#shipping/web/carrier-weights/weight-difference.tsx";
import cells from "#ui/web/admin/cells.module.css";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import type { Column } from "#ui/web/data-table.tsx";
import { Code, Moment, moneyText, optionalText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { Due } from "./due.tsx";

type EmailKindId = Extract<MessageId, `admin-work-items.emailKind.${string}`>;

/** What an email is about; a kind that has no name any more as it is stored. */
function emailName(kind: string): string {
  const id = `admin-work-items.emailKind.${kind}`;
  return id in i18n.messages ? t(id as EmailKindId) : kind;
}

/** Where an item is looked at and dealt with; null where its package was deleted, and of emails. */
function addressOf(kind: WorkItemKind, { id, packageId }: WorkItem): string | null {
  if (kind === "to_pack" || kind === "lines_without_code")
    return `/admin/dashboard/packing?request=${id}`;
  if (kind === "owner_unknown") return `/admin/dashboard/unmatched?parcel=${id}`;
  return packageId === null ? null : `/admin/dashboard/shipments?package=${packageId}`;
}

/** The package and member of a box, and of what is late the package's short number where packages have one. */
function textBelow({ box, packageNumber }: WorkItem, hasWarehouse: boolean): string {
  if (box === undefined) {
    return packageNumber === undefined || !hasWarehouse ? "" : packageNumberText(packageNumber);
  }
  const { packageText, memberText } = boxOwnerTexts(box);
  return [packageText, memberText].filter(Boolean).join(" · ");
}

function Name({ kind, item }: { kind: WorkItemKind; item: WorkItem }) {
  const below = textBelow(item, useHasWarehouse());
  const address = addressOf(kind, item);
  if (kind === "failed_emails") return <span>{emailName(item.name)}</span>;
  const name = <Code>{item.name}</Code>;
  return (
    <>
      {address === null ? (
        name
      ) : (
        <Anchor component={Link} inherit underline="hover" fw={600} to={address}>
          {name}
        </Anchor>
      )}
      {below === "" ? null : <div className={cells["below"]}>{below}</div>}
    </>
  );
}

function latenessText(kind: LateKind): string {
  return kind === "stalled_legs"
    ? t("admin-work-items.lateness.stalled_legs", { days: waitingLimits.silentLegDays })
    : t(`admin-work-items.lateness.${kind}`);
}

const dayMilliseconds = 86_400_000;

/** A time, and how many whole days ago it was. */
function Since({ at, now }: { at: string; now: Date }) {
  const count = Math.floor((now.getTime() - Date.parse(at)) / dayMilliseconds);
  return (
    <>
      <Moment at={at} withTime />
      {count < 1 ? null : (
        <div className={cells["below"]}>{t("admin-work-items.days", { count })}</div>
      )}
    </>
  );
}

/** At least what a customer would pay: exact, but where they choose among services. */
function Price({ waiting }: Pick<WorkItem, "waiting">) {
  if (waiting === undefined || waiting.amountCents === null) return <span>–</span>;
  const amount = moneyText(waiting.amountCents);
  return (
    <span className="figures">
      {waiting.reason === "price" ? t("admin-work-items.priceFrom", { amount }) : amount}
    </span>
  );
}

function nameColumn(kind: WorkItemKind, header: string): Column<WorkItem> {
  return { key: "name", header, isTitle: true, cell: (item) => <Name kind={kind} item={item} /> };
}

function customerColumn(header: string): Column<WorkItem> {
  return { key: "email", header, cell: ({ email }) => <EmailText>{email ?? ""}</EmailText> };
}

function sinceColumn(header: string, now: Date): Column<WorkItem> {
  return {
    key: "since",
    header,
    isNoWrap: true,
    cell: ({ since }) => <Since at={since} now={now} />,
  };
}

function aboutColumn(header: string): Column<WorkItem> {
  return {
    key: "about",
    header,
    cell: ({ about, name, carrierWeight, lateness }) => (
      <>
        <span>{optionalText(about)}</span>
        {lateness === undefined ? null : (
          <div className={cells["below"]}>{lateness.map(latenessText).join(" · ")}</div>
        )}
        {carrierWeight ? (
          <div className={cells["below"]}>
            <WeightDifference weight={carrierWeight} trackingNumber={name} />
          </div>
        ) : null}
      </>
    ),
  };
}

function boxColumns(kind: WorkItemKind, now: Date): Column<WorkItem>[] {
  return [
    nameColumn(kind, t("admin-work-items.shipRequest")),
    customerColumn(t("common.customer")),
    sinceColumn(t("admin-work-items.since"), now),
  ];
}

/** What a customer is asked for and, for those who see money, what it costs. */
function waitingColumns(seesMoney: boolean): Column<WorkItem>[] {
  const reason: Column<WorkItem> = {
    key: "waiting",
    header: t("admin-work-items.waitingFor"),
    cell: ({ waiting }) => (waiting ? t(`admin-work-items.waits.${waiting.reason}`) : null),
  };
  const price: Column<WorkItem> = {
    key: "price",
    header: t("admin-work-items.price"),
    align: "end",
    isNoWrap: true,
    cell: (item) => <Price {...item} />,
  };
  return seesMoney ? [reason, price] : [reason];
}

/** The columns of a list; `onSettle` is called for a weight that is to be settled. */
export function columnsOf(
  kind: WorkItemKind,
  {
    seesMoney,
    now,
    onSettle,
  }: {
    readonly seesMoney: boolean;
    readonly now: Date;
    readonly onSettle: (item: WorkItem) => void;
  },
): readonly Column<WorkItem>[] {
  switch (kind) {
    case "to_pack":
      return [
        ...boxColumns(kind, now),
        {
          key: "due",
          header: t("admin-work-items.due"),
          isNoWrap: true,
          cell: ({ dueAt }) => (dueAt === undefined ? null : <Due dueAt={dueAt} now={now} />),
        },
      ];
    case "to_label":
    case "to_hand_over":
      return boxColumns(kind, now);
    case "waiting_for_customers":
      return [...boxColumns(kind, now), ...waitingColumns(seesMoney)];
    case "owner_unknown":
      return [
        nameColumn(kind, t("admin-work-items.parcel")),
        aboutColumn(t("admin-work-items.shelf")),
        sinceColumn(t("admin-work-items.received"), now),
      ];
    case "late":
      return [
        nameColumn(kind, t("admin-work-items.package")),
        aboutColumn(t("admin-work-items.why")),
        customerColumn(t("common.customer")),
        sinceColumn(t("admin-work-items.since"), now),
      ];
    case "lines_without_code":
      return [...boxColumns(kind, now), aboutColumn(t("admin-work-items.why"))];
    case "uncharged_packages":
      return [
        nameColumn(kind, t("admin-work-items.package")),
        aboutColumn(t("common.route")),
        customerColumn(t("common.customer")),
        sinceColumn(t("admin-work-items.lastChange"), now),
      ];
    case "failed_emails":
      return [
        nameColumn(kind, t("admin-work-items.email")),
        aboutColumn(t("admin-work-items.failureReason")),
        customerColumn(t("admin-work-items.to")),
        sinceColumn(t("common.created"), now),
      ];
    case "differing_weights":
      return [
        nameColumn(kind, t("admin-work-items.package")),
        aboutColumn(t("admin-work-items.manifestAndWeight")),
        customerColumn(t("common.customer")),
        sinceColumn(t("admin-work-items.weighed"), now),
        {
          key: "actions",
          header: t("common.actions"),
          isActions: true,
          cell: (item) => (
            <RowButton
              aria-label={t("admin-work-items.settleWeightNamed", { number: item.name })}
              onClick={() => onSettle(item)}
            >
              {t("admin-work-items.settleWeight")}
            </RowButton>
          ),
        },
      ];
  }
}
