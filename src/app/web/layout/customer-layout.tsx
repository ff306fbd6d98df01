import "#app/web/messages/customer.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { ProtectedShell } from "./protected-shell.tsx";

const NoCustomerArea = laterPart(
  async () => (await import("#office/web/users/no-customer-area.tsx")).NoCustomerArea,
);

/** Nothing of customers is there for who was invited as staff and has not asked for it. */
function CustomersGate() {
  return <NoCustomerArea isWanted />;
}

// A constant element, so that the shell is not rendered again when the page changes.
const shell = <ProtectedShell CustomersGate={CustomersGate} />;

export default function CustomerLayout() {
  return shell;
}
