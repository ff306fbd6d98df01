import { useNetwork } from "@mantine/hooks";
import { Notice } from "./notice.tsx";

/** Shown while the first load of the session cannot reach the server; it is tried again in the background. */
export function UnreachableServer() {
  const { online } = useNetwork();
  return (
    <div role="alert">
      <Notice
        hasLogo
        title={online ? "The server cannot be reached" : "You are offline"}
        description={
          online
            ? "You are still signed in. This page opens when the server responds; we retry every few seconds."
            : "You are still signed in. This page opens when your connection is restored."
        }
        actions={[{ label: "Try again", href: "" }]}
      />
    </div>
  );
}
