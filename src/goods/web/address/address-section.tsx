import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import { copiedTexts, wholeAddress } from "#goods/rules/member-address.ts";
import type { OwnAddress } from "#goods/contract/own-address.ts";
import { useApi } from "#goods/web/api.ts";
import { usePerson } from "#ui/web/session.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { AddressCard, useShownAddress } from "./address-card.tsx";
import { CopyMark, Outcome, useCopying } from "./address-fields.tsx";
import { AddressSkeleton } from "./address-skeleton.tsx";
import classes from "./address.module.css";
import skeletonClasses from "./address-skeleton.module.css";
import { t, RichText } from "#ui/web/i18n/messages.tsx";
import type { useFirstSteps } from "./first-steps-memory.ts";
import { Anchor, Button, Card, Text, VisuallyHidden } from "@mantine/core";
import Check from "lucide-react/icons/check";
import { Link } from "react-router";
import { SectionCard } from "#ui/web/section-card.tsx";

/** The element with the steps of a first purchase, to which a link leads. */
export const firstStepsId = "first-steps";

type SectionProps = {
  /** What is remembered of the first purchase. */
  readonly firstSteps: ReturnType<typeof useFirstSteps>;
};

/** The address once something has arrived: known by then, and copied now and then. */
function AddressLine(props: { shown: ReturnType<typeof useShownAddress>; onCopied: () => void }) {
  const { card, language } = props.shown;
  const { area, outcome, copy } = useCopying(props.onCopied);
  if (card === undefined) return null;
  const whole = wholeAddress(language, copiedTexts(language, card));
  const isCopied = outcome?.isCopied === true;
  return (
    <Card component="section" padding="sm">
      <div ref={area}>
        <div className={classes["line"]}>
          <div className={classes["lineAddress"]}>
            <Anchor
              component={Link}
              to="/dashboard/address"
              fw={600}
              className={classes["lineTitle"] ?? ""}
            >
              {t("address.title")}
            </Anchor>
            <span className={classes["lineText"]} lang={language}>
              {whole.replaceAll("\n", ", ")}
            </span>
          </div>
          <Button
            className={classes["copy"] ?? ""}
            variant="default"
            color={isCopied ? "green" : "gray"}
            aria-label={isCopied ? t("address.copied.all") : t("address.copyAddress")}
            data-done={isCopied}
            leftSection={<CopyMark isCopied={isCopied} />}
            onClick={() => void copy("all", whole)}
          >
            {t(isCopied ? "common.copied" : "address.copy")}
          </Button>
        </div>
        <Outcome outcome={outcome} whole={whole} language={language} />
      </div>
    </Card>
  );
}

function LoadedSection(props: SectionProps & { address: OwnAddress }) {
  const { address } = props;
  const person = usePerson();
  const { hasReceived, hasShipped } = address.progress;
  const { memory, remember } = props.firstSteps;
  const shown = useShownAddress(address, memory.language);
  const place = useRef<HTMLDivElement>(null);
  const hasSteps = !memory.isClosed && !hasShipped;
  const isDoneNow = hasShipped && !memory.isClosed;
  const isShort = (hasReceived || hasShipped) && shown.card !== undefined;
  useEffect(() => {
    if (isDoneNow) remember({ isClosed: true });
  });
  const hide = () => {
    remember({ isClosed: true });
    // The button is gone, and with it the focus.
    place.current?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={`${classes["section"]} ${isShort ? "" : skeletonClasses["place"]}`}
      data-guided={hasSteps && !isShort}
    >
      {isShort ? (
        <AddressLine shown={shown} onCopied={() => remember({ isCopied: true })} />
      ) : (
        <AddressCard
          address={address}
          shown={shown}
          isOnPage={false}
          isPlanNeeded={!address.hasPlan && !person.isAdmin}
          onCopied={() => remember({ isCopied: true })}
          onLanguage={(language) => remember({ language })}
        />
      )}
      {hasSteps ? (
        <FirstStepsCard address={address} isCopied={memory.isCopied} onHide={hide} />
      ) : null}
    </div>
  );
}

/**
 * The address on the dashboard: a card, and once something has arrived one line; with the steps of a first purchase until
 * they are done or hidden.
 */
export function AddressSection(props: SectionProps) {
  const api = useApi();
  const query = useQuery(api.inboundParcels.readAddress.queryOptions({ input: {} }));
  if (query.data) {
    return <LoadedSection address={query.data} firstSteps={props.firstSteps} />;
  }
  if (!query.isError) return <AddressSkeleton isGuided={!props.firstSteps.memory.isClosed} />;
  return (
    <ErrorState
      title={t("address.notLoaded")}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

type Step = { readonly title: string; readonly text: ReactNode; readonly isDone: boolean };

/** The steps of a first purchase; a later fact shows that the earlier ones are done too. */
function stepsFor({ progress, hasPlan }: OwnAddress, isCopied: boolean): readonly Step[] {
  const { hasShipped } = progress;
  const hasReceived = progress.hasReceived || hasShipped;
  const hasDeclared = progress.hasDeclared || hasReceived;
  return [
    {
      title: t("address.steps.copy"),
      text: t("address.steps.copyText"),
      isDone: isCopied || hasDeclared,
    },
    {
      title: t("address.steps.order"),
      text: t("address.steps.orderText"),
      isDone: hasDeclared,
    },
    {
      title: t("address.steps.declare"),
      text: (
        <RichText
          id="address.steps.declareText"
          components={{ link: <Anchor component={Link} to="/dashboard/parcels" inherit /> }}
        />
      ),
      isDone: hasDeclared,
    },
    {
      title: t("address.steps.receive"),
      text: t("address.steps.receiveText"),
      isDone: hasReceived,
    },
    {
      title: t("address.steps.plan"),
      text: (
        <RichText
          id="address.steps.planText"
          components={{ link: <Anchor component={Link} to="/dashboard/upgrade" inherit /> }}
        />
      ),
      isDone: hasPlan || hasShipped,
    },
    { title: t("address.steps.ship"), text: t("address.steps.shipText"), isDone: hasShipped },
  ];
}

/** What happens from the address to the shipped package, with what is done so far. */
function FirstStepsCard(props: { address: OwnAddress; isCopied: boolean; onHide: () => void }) {
  const steps = stepsFor(props.address, props.isCopied);
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <div id={firstStepsId} tabIndex={-1} className={classes["stepsCard"]}>
      <SectionCard title={t("address.steps.title")} description={t("address.steps.description")}>
        <ol className={`plain-list ${classes["steps"]}`}>
          {steps.map(({ title, text, isDone }, index) => (
            <li
              key={title}
              className={classes["step"]}
              data-done={isDone}
              aria-current={index === next ? "step" : false}
            >
              <span className={classes["stepMark"]} aria-hidden="true">
                {isDone ? <Check size={16} strokeWidth={2.5} /> : index + 1}
              </span>
              <div>
                <Text fw={600} size="sm">
                  <span>{title}</span>
                  {isDone ? (
                    <VisuallyHidden>{[" (", t("address.steps.done"), ")"].join("")}</VisuallyHidden>
                  ) : null}
                </Text>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </div>
            </li>
          ))}
        </ol>
        <Button
          variant="subtle"
          mih={44}
          mt="sm"
          ml={-12}
          style={{ alignSelf: "flex-start" }}
          onClick={props.onHide}
        >
          {t("address.steps.hide")}
        </Button>
      </SectionCard>
    </div>
  );
}
