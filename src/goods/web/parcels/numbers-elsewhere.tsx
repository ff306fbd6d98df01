import { Alert, Anchor, List } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "react-router";
import { gatheringPackageName } from "#goods/rules/package-number.ts";
import { useApi } from "#goods/web/api.ts";
import { Code } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** Names the numbers of a new package whose parcels stay in another one, with links to them. */
export function NumbersElsewhere(props: { numbers: readonly string[]; onClose: () => void }) {
  const { numbers } = props;
  const { data } = useQuery(
    useApi().inboundParcels.readPasted.queryOptions({ input: { text: numbers.join("\n") } }),
  );
  const count = numbers.length;
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} />}
      title={t("package-parcels.elsewhere.title", { count })}
      withCloseButton
      closeButtonLabel={t("common.close")}
      onClose={props.onClose}
      role="status"
      mb="lg"
    >
      <span>{t("package-parcels.elsewhere.text")}</span>
      <List size="sm" mt="xs">
        {numbers.map((number) => {
          const found = data?.items.find(({ trackingNumber }) => trackingNumber === number);
          const place = found === undefined ? null : gatheringPackageName(found);
          return (
            <List.Item key={number}>
              <Anchor
                component={Link}
                inherit
                to={`/dashboard/parcels/${found?.inboundParcelId ?? ""}`}
              >
                <Code>{number}</Code>
              </Anchor>
              {place === null ? null : (
                <div>{t("parcels.inPackage", { trackingNumber: place })}</div>
              )}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
