/** The screen of a customer's balance, deposits and transactions. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function WalletPage() {
  return <PageHeader title="Wallet" />;
}
