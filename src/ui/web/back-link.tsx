import { Button } from "@mantine/core";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link } from "react-router";

/** A button above a page's title, such as "Back to Dashboard". */
export function BackLink(props: { to: string; label: string }) {
  return (
    <Button
      component={Link}
      to={props.to}
      variant="subtle"
      color="gray"
      size="compact-sm"
      ml={-8}
      c="dimmed"
      leftSection={<ArrowLeft size={16} />}
    >
      {props.label}
    </Button>
  );
}
