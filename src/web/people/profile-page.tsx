/** The screen where a customer keeps name, phone and shipping address. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function ProfilePage() {
  return <PageHeader title="My Profile" />;
}
