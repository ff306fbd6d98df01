import { lazy } from "react";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { AddressSkeleton } from "./address-skeleton.tsx";

const AddressSection = lazy(async () => ({
  default: (await import("./address-section.tsx")).AddressSection,
}));

/**
 * The address on the dashboard, which has files of its own.
 * @param props.isGuided shows the steps of a first purchase beside it until they are done or hidden.
 */
export function AddressPart(props: { isGuided: boolean }) {
  return (
    <LazyPart fallback={<AddressSkeleton isGuided={props.isGuided} />}>
      <AddressSection isGuided={props.isGuided} />
    </LazyPart>
  );
}
