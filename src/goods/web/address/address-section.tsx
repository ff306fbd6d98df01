import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import type { OwnAddress } from "#goods/contract/own-address.ts";
import { useApi } from "#goods/web/api.ts";
import { usePerson } from "#ui/web/session.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { AddressCard, useShownAddress } from "./address-card.tsx";
import { AddressSkeleton } from "./address-skeleton.tsx";
import classes from "./address.module.css";
import skeletonClasses from "./address-skeleton.module.css";
import { t, RichText } from "#ui/web/i18n/messages.tsx";
import { useFirstSteps } from "./first-steps-memory.ts";
import { Anchor, Button, Text, VisuallyHidden } from "@mantine/core";
import Check from "lucide-react/icons/check";
import { Link } from "react-router";
import { SectionCard } from "#ui/web/section-card.tsx";

function LoadedSection(props: { address: OwnAddress; isGuided: boolean }) {
  const { address } = props;
  const person = usePerson();
  const { hasShipped } = address.progress;
  const { memory, remember } = useFirstSteps(person.id);
  const shown = useShownAddress(address, memory.language);
  const place = useRef<HTMLDivElement>(null);
  const hasSteps = props.isGuided && !memory.isClosed && !hasShipped;
  const isDoneNow = props.isGuided && hasShipped && !memory.isClosed;
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
      className={`${classes["section"]} ${skeletonClasses["place"]}`}
      data-guided={hasSteps}
    >
      <AddressCard
        address={address}
        shown={shown}
        isOnPage={false}
        isPlanNeeded={!address.hasPlan && !person.isAdmin}
        onCopied={() => remember({ isCopied: true })}
        onLanguage={(language) => remember({ language })}
      />
      {hasSteps ? (
        <FirstStepsCard progress={address.progress} isCopied={memory.isCopied} onHide={hide} />
      ) : null}
    </div>
  );
}

/** The address card of the dashboard, with the steps of a first purchase where `isGuided`. */
export function AddressSection(props: { isGuided: boolean }) {
  const api = useApi();
  const query = useQuery(api.inboundParcels.readAddress.queryOptions({ input: {} }));
  if (query.data) {
    return <LoadedSection address={query.data} isGuided={props.isGuided} />;
  }
  if (!query.isError) return <AddressSkeleton isGuided={props.isGuided} />;
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
function stepsFor(progress: OwnAddress["progress"], isCopied: boolean): readonly Step[] {
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
    { title: t("address.steps.ship"), text: t("address.steps.shipText"), isDone: hasShipped },
  ];
}

/** What happens from the address to the shipped package, with what is done so far. */
export function FirstStepsCard(props: {
  progress: OwnAddress["progress"];
  isCopied: boolean;
  onHide: () => void;
}) {
  const steps = stepsFor(props.progress, props.isCopied);
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
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
  );
}
