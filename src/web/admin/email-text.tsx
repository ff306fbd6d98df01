import type { Shipment } from "#contract/packages.ts";
import classes from "./cells.module.css";

/** An email address that wraps before the `@` where the line is too short. */
export function EmailText(props: { children: string }) {
  const at = props.children.lastIndexOf("@");
  return (
    <span className={classes["email"]}>
      <span>{props.children.slice(0, at)}</span>
      <wbr />
      <span>{props.children.slice(at)}</span>
    </span>
  );
}

/** The customer of a package: the email, or what roles see that do not see contacts. */
export function ShipmentCustomer(props: { shipment: Pick<Shipment, "userEmail" | "customer"> }) {
  const { userEmail, customer } = props.shipment;
  if (userEmail !== null) return <EmailText>{userEmail}</EmailText>;
  return <span>{[customer.initial, customer.plan].filter(Boolean).join(" · ") || "–"}</span>;
}
