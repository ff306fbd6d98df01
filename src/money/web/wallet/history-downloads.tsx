import { Button, Group } from "@mantine/core";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { Link } from "react-router";
import { csvAddress } from "#ui/web/csv-address.ts";
import { t } from "./messages.ts";

/** Links to the CSV export, in the reader's locale and time zone, and to the monthly statement. */
export function HistoryDownloads() {
  return (
    <Group gap="sm" justify="flex-end">
      <Button
        component="a"
        href={csvAddress("/api/wallet/transactions.csv")}
        download="transactions.csv"
        variant="default"
        size="sm"
        leftSection={<Download size={16} aria-hidden="true" />}
      >
        {t("wallet.downloadCsv")}
      </Button>
      <Button
        component={Link}
        to="/dashboard/wallet/statement"
        variant="default"
        size="sm"
        leftSection={<Printer size={16} aria-hidden="true" />}
      >
        {t("wallet.monthlyStatement")}
      </Button>
    </Group>
  );
}
