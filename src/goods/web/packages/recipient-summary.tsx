import { Stack, Text } from "@mantine/core";
import {
  missingRecipientFields,
  recipientLines,
  type Recipient,
} from "#catalogue/rules/recipient.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { recipientFieldLabel } from "#catalogue/web/i18n/labels.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** To whom a package goes, and what a carrier needs besides. */
export function RecipientSummary(props: {
  recipient: Recipient;
  destination: string;
  /** Said after what is missing. */
  advice?: "addLater" | "addBeforeHandOver";
}) {
  const { recipient, destination } = props;
  const list = new Intl.ListFormat(readerLocale(), { type: "conjunction" });
  const missing = missingRecipientFields(recipient, destination);
  const labels = missing.map((name) => recipientFieldLabel(name).toLowerCase());
  return (
    <Stack gap={4}>
      <Text component="address" size="sm" style={{ fontStyle: "normal", overflowWrap: "anywhere" }}>
        {recipientLines(recipient, placeName(destination)).map((line, index) => (
          // Two lines may be the same.
          <span key={`${index} ${line}`} style={{ display: "block" }}>
            {line}
          </span>
        ))}
      </Text>
      {missing.length === 0 ? null : (
        <Text size="sm" c="var(--mantine-color-yellow-light-color)">
          {t(`package-details.missing.${props.advice ?? "only"}`, { fields: list.format(labels) })}
        </Text>
      )}
    </Stack>
  );
}
