// The list of parcels as a file.
import * as z from "zod";
import { inboundParcelFilters } from "#goods/rules/inbound-parcel.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { csvFile, id, line, locale, timeZone } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

export const stockExport = {
  exportStock: procedure({
    method: "GET",
    path: "/admin/inbound-parcels/stock.csv",
    access: roleAccess.inboundParcels,
    isLong: true,
    limit: "listDownloadsPerAccount",
    audit: { name: "inboundParcels" },
    summary: "Download the parcels of a filter as a CSV file, newest first",
    description:
      "Sends all parcels of the filter, or the newest 200 that `search` finds as in inboundParcels.listAllInboundParcels, with emails for roles that see them. Two downloads of an account run at once, and the audit log has each.",
    errors: ["busy"],
  })
    .input(
      z.strictObject({
        filter: z.enum(inboundParcelFilters).default("all"),
        storageLocationId: id.optional().describe("Only what lies there now"),
        search: line(200).default(""),
        timeZone,
        locale,
      }),
    )
    .output(csvFile),
};
