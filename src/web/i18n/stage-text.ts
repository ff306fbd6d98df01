import type { Package } from "#contract/packages.ts";
import type english from "#messages/en/stages.json";
import { loadMessages, type MessageFile } from "./messages.tsx";

const { t } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/stages.json", { query: "?lingui" }),
);

/**
 * Where a package is in our warehouse, beside its status; null where it gathers no parcels, or where its status says
 * everything.
 */
export function stageText(
  pkg: Pick<Package, "stage" | "parcelsCount" | "parcelsHereCount">,
): string | null {
  const { stage, parcelsCount: count, parcelsHereCount: here } = pkg;
  if (count === 0) return null;
  if (stage === "on_the_way") return t("stages.onTheWay");
  if (stage === "ready") return t("stages.all", { count });
  if (stage !== "gathering") return null;
  return here === 0 ? t("stages.waiting", { count }) : t("stages.some", { here, count });
}
