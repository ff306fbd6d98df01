import type { ListedPackage } from "#goods/contract/packages.ts";
import { Select } from "#ui/web/select.tsx";
import type { SelectField } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { packageOption } from "./move-parcels.ts";

/** The place of a parcel that is in no package yet. */
export const loose = "loose";

/** Chooses whether declared parcels stay loose or go into an open package. */
export function PackagePlace(props: {
  field: SelectField;
  packages: readonly ListedPackage[] | undefined;
}) {
  const { packages } = props;
  // Without an open package there is nothing to choose.
  if (packages === undefined || packages.length === 0) return null;
  return (
    <Select
      {...props.field}
      label={t("declaring.package")}
      data={[
        { value: loose, label: t("declaring.noPackage") },
        ...packages.map((pkg) => packageOption(pkg)),
      ]}
      searchable={packages.length > 8}
      nothingFoundMessage={t("package-parcels.noMatch")}
    />
  );
}
