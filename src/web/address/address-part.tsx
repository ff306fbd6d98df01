import { lazy } from "react";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { AddressSkeleton } from "./address-skeleton.tsx";

export const loadAddressSection = async () => ({
  default: (await import("./address-section.tsx")).AddressSection,
});
const AddressSection = lazy(loadAddressSection);

/**
 * The address on the dashboard, which is loaded after the first view.
 * @param props.isGuided shows the steps of a first purchase beside it until they are done or hidden.
 */
export function AddressPart(props: { isGuided: boolean }) {
  return (
    <LazyPart fallback={<AddressSkeleton isGuided={props.isGuided} />}>
      <AddressSection isGuided={props.isGuided} />
    </LazyPart>
  );
}
