import { Anchor, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { OwnCase } from "#office/contract/case-fields.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { caseBadge, stateText } from "./case-texts.ts";

/** Whose turn it is, by when it is answered, what the answer was, and the way to the conversation. */
export function CaseNote(props: { written: OwnCase }) {
  const { id, state, outcome } = props.written;
  const [now] = useState(() => new Date());
  return (
    <>
      <Group gap="xs">
        <StatusBadge {...caseBadge(props.written)} />
        <Text size="sm">{stateText(props.written, now)}</Text>
      </Group>
      {outcome === "" ? null : (
        <Text size="sm" className="written-lines">
          {outcome}
        </Text>
      )}
      <Anchor component={Link} to={`/dashboard/messages/${id}`} size="sm">
        {t(state === "waiting_for_customer" ? "cases.readAndAnswer" : "cases.seeConversation")}
      </Anchor>
    </>
  );
}
