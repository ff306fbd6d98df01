import { Button } from "@mantine/core";
import Download from "lucide-react/icons/download";
import { readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { csvAddress } from "#ui/web/save-file.ts";

/**
 * Downloads the rows that a list shows, of all its pages, and says how many these are. Where the list is empty there is
 * nothing to download.
 */
export function ExportButton(props: {
  path: `/api/${string}.csv`;
  /** What narrows the list, as its operation names it. */
  filter?: Readonly<Record<string, string>>;
  /** undefined: not known yet. */
  count: number | undefined;
  /** Where the server stops counting the list, if it does. */
  countedTo?: number;
  /** Says what is downloaded where a page offers more than one file. */
  labelOf?: (count: string) => string;
}) {
  const { count, countedTo = Infinity, labelOf } = props;
  if (count === undefined || count === 0) return null;
  const countText = `${count.toLocaleString(readerLocale())}${count >= countedTo ? "+" : ""}`;
  return (
    <Button
      component="a"
      href={csvAddress(props.path, props.filter)}
      variant="default"
      leftSection={<Download size={16} aria-hidden="true" />}
    >
      {labelOf === undefined ? t("common.exportCount", { count: countText }) : labelOf(countText)}
    </Button>
  );
}
