import { Alert, Stack, Text } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { suspensionsOfRoute, type SuspendedLane } from "#catalogue/rules/lane.ts";
import type { PlannedLeg } from "#catalogue/rules/route-plan.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { laneConfidenceLabel, dutyNoteText } from "#catalogue/web/i18n/labels.ts";
import { laneName, useSuspendedLanes, suspensionStart } from "./route-words.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** Suspensions that affect a quote; the specified price is still shown. */
export function QuoteLaneNotice(props: { lanes: readonly SuspendedLane[] }) {
  const { nameOf } = useCarriers();
  return props.lanes.map((lane) => (
    <Alert
      key={`${lane.carrierId} ${lane.service ?? ""} ${lane.destinationCode}`}
      color="yellow"
      icon={<TriangleAlert size={18} />}
      title={t("calculator.laneSuspended", {
        ...suspensionStart(lane),
        lane: laneName(lane, nameOf),
      })}
    >
      <Stack gap={4}>
        <Text size="sm">{lane.reason}</Text>
        <Text size="xs" c="dimmed">
          {t("calculator.suspensionSource", { confidence: laneConfidenceLabel(lane.confidence) })}
        </Text>
      </Stack>
    </Alert>
  ));
}

/** Suspensions that affect a planned route: a suspended leg, or the reason for a different route. */
export function RouteLaneNotice(props: { legs: readonly PlannedLeg[] }) {
  const lanes = useSuspendedLanes();
  const { nameOf } = useCarriers();
  return suspensionsOfRoute(lanes ?? [], props.legs).map(({ lane, legNumber }) =>
    legNumber === null ? (
      <Text key={lane.id} size="sm" c="dimmed">
        {t("calculator.otherRoute", {
          ...suspensionStart(lane),
          lane: laneName({ ...lane, service: null }, nameOf),
        })}
      </Text>
    ) : (
      <Alert
        key={`${lane.id} ${legNumber}`}
        color="yellow"
        icon={<TriangleAlert size={18} />}
        title={t("calculator.legSuspended", { ...suspensionStart(lane), number: legNumber })}
      >
        <Text size="sm">{lane.reason}</Text>
        <Text size="sm" mt={4}>
          {t("calculator.canStillRegister")}
        </Text>
      </Alert>
    ),
  );
}

/** Beside every price to a country in which duty has to be paid before the delivery; `countryCode` null: to no such one. */
export function DutyNote({ countryCode }: { countryCode: string | null }) {
  return countryCode === null ? null : <Text size="sm">{dutyNoteText(countryCode)}</Text>;
}
