import { Anchor, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import "#goods/web/admin/shipments/shipment-dialog.tsx";
import type { StaffCase } from "#office/contract/case-fields.ts";
import { Due } from "#office/web/admin/work-items/due.tsx";
import { useApi } from "#office/web/api.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import type { Slots } from "#ui/web/slots.ts";
import { NotLoaded } from "#ui/web/states.tsx";
import { useAddressWith } from "./address-with.ts";
import { CaseKindBadge } from "./case-kind-badge.tsx";

const CaseDialog = laterPart(async () => (await import("./case-dialog.tsx")).CaseDialog);

function CaseLine(props: { opened: StaffCase; now: Date }) {
  const { id, number, kind, dueAt } = props.opened;
  const addressWith = useAddressWith();
  return (
    <Group component="li" gap="xs">
      <Anchor component={Link} to={addressWith("case", id)} preventScrollReset size="sm">
        {t("admin-cases.caseNamed", { number })}
      </Anchor>
      <CaseKindBadge kind={kind} />
      {dueAt === null ? (
        <span>{t("admin-cases.state.waiting_for_customer")}</span>
      ) : (
        <span>
          <span>{t("admin-cases.due")}</span> <Due dueAt={dueAt} now={props.now} />
        </span>
      )}
    </Group>
  );
}

/** The open cases about a package; one of them opens above its dialog. */
export function CasesOfPackage(props: Slots["casesOfPackage"]) {
  const { packageId, cases } = props;
  const [now] = useState(() => new Date());
  const query = useQuery(useApi().cases.listOpenCases.queryOptions({ input: { packageId } }));
  const items = query.data?.items ?? [];
  return (
    <>
      {query.data === undefined && query.isError ? (
        <NotLoaded
          query={query}
          failure={{ title: t("admin-cases.ofPackageNotLoaded") }}
          lines={1}
        />
      ) : items.length === 0 ? null : (
        <DialogSection title={t("admin-cases.title")}>
          <ul className="plain-list">
            {items.map((one) => (
              <CaseLine key={one.id} opened={one} now={now} />
            ))}
          </ul>
        </DialogSection>
      )}
      <CaseDialog
        isWanted={cases.id !== null}
        caseId={cases.id}
        act="answer"
        isAboveShipment
        onClose={() => cases.open(null)}
      />
    </>
  );
}
