import { Alert, Anchor, List } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "react-router";
import { t } from "./package-messages.ts";

/** Names the numbers of a new package whose parcels stay in another one. */
export function NumbersElsewhere(props: { numbers: readonly string[]; onClose: () => void }) {
  const count = props.numbers.length;
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
      {t("package-parcels.elsewhere.text", { count })}
      <List size="sm" mt="xs">
        {props.numbers.map((number) => (
          <List.Item key={number}>
            <Anchor
              component={Link}
              inherit
              to={`/dashboard/parcels?${new URLSearchParams({ search: number }).toString()}`}
            >
              {number}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
