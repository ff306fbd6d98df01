import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Person } from "#platform/contract/session.ts";
import type { OwnAddress } from "#goods/contract/inbound-parcels.ts";
import { useApi } from "#goods/web/api.ts";
import { useSession } from "#ui/web/session.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { AddressCard, useShownAddress } from "./address-card.tsx";
import { AddressSkeleton } from "./address-skeleton.tsx";
import skeletonClasses from "./address-skeleton.module.css";
import classes from "./address.module.css";
import { FirstStepsCard } from "./first-steps-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useFirstSteps } from "./first-steps-memory.ts";

function LoadedSection(props: { address: OwnAddress; person: Person; isGuided: boolean }) {
  const { address, person } = props;
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
  const { person } = useSession();
  const query = useQuery(api.inboundParcels.readAddress.queryOptions({ input: {} }));
  if (query.data && person) {
    return <LoadedSection address={query.data} person={person} isGuided={props.isGuided} />;
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
