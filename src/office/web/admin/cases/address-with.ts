import { useSearchParams } from "react-router";

/** Makes the address of this page on which something more is open, such as a case, or what it is about. */
export function useAddressWith(): (name: "case" | "package" | "parcel", id: string) => string {
  const [address] = useSearchParams();
  return (name, id) => {
    const after = new URLSearchParams(address);
    after.set(name, id);
    return `?${after.toString()}`;
  };
}
