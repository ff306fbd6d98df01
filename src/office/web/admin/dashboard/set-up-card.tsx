import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import Circle from "lucide-react/icons/circle";
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import type { SetUpState } from "#office/contract/set-up.ts";
import { tickedSteps, type SetUpStep, type TickedStep } from "#office/rules/set-up.ts";
import { useApi } from "#office/web/api.ts";
import { findDeskPage } from "#platform/rules/desk-pages.ts";
import { useAction } from "#ui/web/action.ts";
import { publicPath, t } from "#ui/web/i18n/messages.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { readStored, removeStored, writeStored } from "#ui/web/storage.ts";
import classes from "./dashboard.module.css";

const settings = "/admin/dashboard/settings";
const users = "/admin/dashboard/users";
const warehouses = "/admin/dashboard/warehouses";

/** Where each step is done. */
const places: Readonly<Record<SetUpStep, string>> = {
  operator: settings,
  payments: `${settings}?tab=api`,
  plans_and_rates: "/admin/dashboard/services",
  staff: users,
  address: warehouses,
  shelves: "/admin/dashboard/storage-locations",
  suggestions: `${settings}?tab=set-up`,
  number_ranges: "/admin/dashboard/number-ranges",
  staff_roles: users,
  tracking: `${settings}?tab=api`,
  test_parcel: "/admin/dashboard/receiving",
  opening: warehouses,
};

/** The page that a step needs besides that of its name. */
function FurtherPage({ step }: { step: SetUpStep }) {
  if (step === "plans_and_rates")
    return (
      <Anchor href={publicPath("/pricing")} size="sm">
        {t("admin-set-up.plans")}
      </Anchor>
    );
  if (step === "test_parcel")
    return (
      <Anchor component={Link} to="/admin/dashboard/unmatched" size="sm">
        {t("admin-unmatched.title")}
      </Anchor>
    );
  return null;
}

type Progress = {
  readonly step: SetUpStep;
  readonly isDone: boolean;
  readonly isTicked: boolean;
};
type Tick = (step: TickedStep, isTicked: boolean) => void;

function TickButton({ step, isTicked, onTick }: Progress & { onTick: Tick }) {
  const ticked = tickedSteps.find((one) => one === step);
  if (ticked === undefined) return null;
  const name = t(`admin-set-up.step.${step}`);
  return (
    <RowButton
      variant="subtle"
      aria-label={t(isTicked ? "admin-set-up.untickNamed" : "admin-set-up.tickNamed", { name })}
      onClick={() => onTick(ticked, !isTicked)}
    >
      {t(isTicked ? "admin-set-up.untick" : "admin-set-up.tick")}
    </RowButton>
  );
}

function Step(props: Progress & { onTick: Tick }) {
  const { step, isDone, isTicked } = props;
  const to = places[step];
  return (
    <li className={classes["step"]} data-done={isDone || undefined}>
      {isDone ? (
        <CircleCheck size={18} role="img" aria-label={t("admin-set-up.done")} />
      ) : (
        <Circle size={18} role="img" aria-label={t("admin-set-up.open")} />
      )}
      <span>
        <Anchor component={Link} inherit to={to} reloadDocument={findDeskPage(to) !== undefined}>
          {t(`admin-set-up.step.${step}`)}
        </Anchor>
        {isDone ? null : (
          <>
            <span className={classes["hint"]}>{t(`admin-set-up.hint.${step}`)}</span>
            <FurtherPage step={step} />
          </>
        )}
      </span>
      {isDone && !isTicked ? null : <TickButton {...props} />}
    </li>
  );
}

function Part(props: { title: string; steps: readonly Progress[]; onTick: Tick }) {
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {props.title}
      </Title>
      <ul className="plain-list">
        {props.steps.map((progress) => (
          <Step key={progress.step} {...progress} onTick={props.onTick} />
        ))}
      </ul>
    </section>
  );
}

function useTick(): Tick {
  const api = useApi();
  const ticking = useAction(api.admin.tickSetUpStep.mutationOptions(), {
    place: "set-up",
    done: () => null,
    failed: () => t("admin-set-up.notTicked"),
  });
  return (step, isTicked) => void ticking.run({ step, isTicked });
}

/** Leads to what a warehouse adds; declined, it does not come again. */
function WarehouseOffer(props: { onDecline: () => void }) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" flex="1 1 12rem">
        {t("admin-set-up.offer")}
      </Text>
      <Group gap="xs">
        <Button variant="subtle" size="sm" onClick={props.onDecline}>
          {t("admin-set-up.decline")}
        </Button>
        <Button component={Link} to={`${warehouses}/new`} size="sm">
          {t("admin-warehouses.enter")}
        </Button>
      </Group>
    </Group>
  );
}

function stepsOf({ service, warehouse }: SetUpState): readonly Progress[] {
  return [...service, ...(warehouse ?? [])];
}

function isNothingLeft(state: SetUpState): boolean {
  return !state.isWarehouseOffered && stepsOf(state).every(({ isDone }) => isDone);
}

function Steps(state: SetUpState) {
  const tick = useTick();
  const { service, warehouse } = state;
  const all = stepsOf(state);
  const done = all.filter(({ isDone }) => isDone).length;
  return (
    <SectionCard
      title={t("admin-set-up.title")}
      description={t("admin-set-up.progress", { done, all: all.length })}
    >
      {state.isWarehouseOffered ? (
        <WarehouseOffer onDecline={() => tick("address", true)} />
      ) : (
        <Stack gap="md">
          <Part title={t("admin-set-up.service")} steps={service} onTick={tick} />
          {warehouse === null ? null : (
            <Part title={t("admin-set-up.warehouse")} steps={warehouse} onTick={tick} />
          )}
          <Text size="sm" c="dimmed">
            {t("admin-set-up.admins", { command: "npm run admin grant EMAIL" })}
          </Text>
        </Stack>
      )}
    </SectionCard>
  );
}

const doneKey = "set-up-done";

/** Whether nothing was left when it was last read here, so that nothing needs room until it is read again. */
function useWasDone(state: SetUpState | undefined): boolean {
  const [wasDone] = useState(() => readStored("local", doneKey) !== null);
  const isDone = state === undefined ? null : isNothingLeft(state);
  useEffect(() => {
    if (isDone === true) writeStored("local", doneKey, "yes");
    if (isDone === false) removeStored("local", doneKey);
  }, [isDone]);
  return wasDone;
}

/** What an admin has left to set up; nothing for others and once all is done. */
export function SetUpCard() {
  const api = useApi();
  const isForAdmins = useMayUse("admin");
  const query = useQuery(api.admin.readSetUp.queryOptions({ input: {}, enabled: isForAdmins }));
  const wasDone = useWasDone(query.data);
  if (!isForAdmins) return null;
  if (query.data !== undefined) return isNothingLeft(query.data) ? null : <Steps {...query.data} />;
  if (!query.isError)
    return wasDone ? null : (
      <SectionCard title={t("admin-set-up.title")}>
        <LoadingLines lines={6} />
      </SectionCard>
    );
  return (
    <ErrorState
      title={t("admin-set-up.notLoaded")}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
