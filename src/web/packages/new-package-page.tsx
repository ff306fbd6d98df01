/** The screen where a customer registers a package. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function NewPackagePage() {
  return <PageHeader title="New Package" />;
}
