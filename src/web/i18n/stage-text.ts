import type { Package } from "#contract/packages.ts";
import { t } from "./messages.tsx";

/**
 * Where a package is in our warehouse, beside its status; null where it gathers no parcels, or where its status says
 * everything.
 */
export function stageText(
  pkg: Pick<Package, "stage" | "parcelsCount" | "parcelsHereCount">,
): string | null {
  const { stage, parcelsCount: count, parcelsHereCount: here } = pkg;
  if (count === 0) return null;
  if (stage === "on_the_way") return t("common.stage.onTheWay");
  if (stage === "ready") return t("common.stage.all", { count });
  if (stage !== "gathering") return null;
  return here === 0
    ? t("common.stage.waiting", { count })
    : t("common.stage.some", { here, count });
}
