/** The screen of a customer's account settings. */
import { PageHeader } from "#web/ui/page-header.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";

export default function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" description="Your account and your plan." />
      <SubscriptionCard />
    </>
  );
}
