import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { showToast } from "#ui/web/toast.tsx";

const parameter = "refused";

const ofTooMany: readonly string[] = ["too_many_requests", "busy"] satisfies ErrorCode[];
const ofNoAccess: readonly string[] = ["forbidden", "no_customer_area"] satisfies ErrorCode[];

function reasonOf(code: string): string {
  if (ofTooMany.includes(code)) return t("layout.refusedFile.tooMany");
  return t(ofNoAccess.includes(code) ? "layout.refusedFile.noAccess" : "layout.refusedFile.other");
}

/** Says why a file was not downloaded whose link the server answered with the way back to this page. */
export function RefusedFile() {
  const [search, setSearch] = useSearchParams();
  const code = search.get(parameter);
  useEffect(() => {
    if (code === null) return;
    showToast({
      title: t("layout.refusedFile.title"),
      description: reasonOf(code),
      kind: "destructive",
      place: parameter,
    });
    setSearch(
      (current) => {
        current.delete(parameter);
        return current;
      },
      { replace: true },
    );
  }, [code, setSearch]);
  return null;
}
