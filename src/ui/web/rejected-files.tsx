import { Alert, Text } from "@mantine/core";
import CircleAlert from "lucide-react/icons/circle-alert";
import type { ReactNode } from "react";
import type { RejectedFile } from "./chosen-files.ts";

/** @param props.sentence says why the file of that name was rejected. */
export function RejectedFiles(props: {
  rejected: readonly RejectedFile[];
  sentence: (name: ReactNode, reason: string) => ReactNode;
}) {
  if (props.rejected.length === 0) return null;
  return (
    <Alert color="red" role="alert" icon={<CircleAlert size={18} />} mt="sm">
      {props.rejected.map(({ id, name, reason }) => (
        <Text key={id} size="sm" style={{ overflowWrap: "anywhere" }}>
          {props.sentence(<strong>{name}</strong>, reason)}
        </Text>
      ))}
    </Alert>
  );
}
