import type { Package } from "#goods/contract/packages.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The stages of a package that was requested to be sent, until it has left. */
const requestStages = ["requested", "packing", "packed", "handed_over"] as const;

/**
 * Where a package is in our warehouse, beside its status; null where it gathers no parcels, or where its status says
 * everything.
 * @param reader whom a package waits for depends on who reads it.
 */
export function stageText(
  pkg: Pick<Package, "stage" | "parcelsCount" | "parcelsHereCount">,
  reader: "customer" | "staff" = "customer",
): string | null {
  const { stage, parcelsCount: count, parcelsHereCount: here } = pkg;
  const ofRequest = requestStages.find((one) => one === stage);
  if (ofRequest !== undefined) return t(`stages.request.${ofRequest}`);
  if (stage === "waiting_for_customer") return t(`stages.waitsFor.${reader}`);
  if (count === 0) return null;
  if (stage === "on_the_way") return t("stages.onTheWay");
  if (stage === "ready") return t("stages.all", { count });
  if (stage !== "gathering") return null;
  return here === 0 ? t("stages.waiting", { count }) : t("stages.some", { here, count });
}
