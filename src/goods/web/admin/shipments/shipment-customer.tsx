import type { Shipment } from "#goods/contract/packages.ts";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { optionalText } from "#ui/web/figures.tsx";

/** The customer of a package: the email, or what roles see that do not see contacts. */
export function ShipmentCustomer(props: { pkg: Pick<Shipment, "userEmail" | "customer"> }) {
  const { userEmail, customer } = props.pkg;
  if (userEmail !== null) return <EmailText>{userEmail}</EmailText>;
  return <span>{optionalText([customer.initial, customer.plan].filter(Boolean).join(" · "))}</span>;
}
