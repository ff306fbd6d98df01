import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import { RichText } from "#ui/web/i18n/messages.tsx";

/** Leads from a package to the address to which shops send it. */
export function AddressHint() {
  return (
    <Text size="sm" c="dimmed" mt="lg">
      <RichText
        id="address.hint"
        components={{ link: <Anchor component={Link} to="/dashboard/address" inherit /> }}
      />
    </Text>
  );
}
