import { AddressSection } from "./address-section.tsx";

/**
 * The address on the dashboard, which has files of its own.
 * @param props.isGuided shows the steps of a first purchase beside it until they are done or hidden.
 */
export function AddressPart(props: { isGuided: boolean }) {
  return <AddressSection isGuided={props.isGuided} />;
}
