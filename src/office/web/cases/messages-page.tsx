import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { OwnCase } from "#office/contract/cases.ts";
import { useApi } from "#office/web/api.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { CaseForm } from "./case-form.tsx";
import { CaseNote } from "./case-note.tsx";

/** The page of the thing; null of an account. */
function pathOf({ subject, subjectId }: OwnCase): string | null {
  switch (subject) {
    case "package":
      return `/dashboard/packages?package=${subjectId}`;
    case "inbound_parcel":
      return `/dashboard/parcels/${subjectId}`;
    case "ship_request":
      return `/dashboard/ship-requests/${subjectId}`;
    case "account":
      return null;
  }
}

function Written(props: { written: OwnCase }) {
  const { number, subjectName, text } = props.written;
  const path = pathOf(props.written);
  return (
    <SectionCard
      title={path === null ? t("cases.aboutAccount") : t("cases.about", { name: subjectName })}
      actions={
        path === null ? null : (
          <Anchor component={Link} to={path} size="sm">
            <RichText
              id="cases.openThing"
              values={{ name: subjectName }}
              components={{ hidden: <span className="visually-hidden" /> }}
            />
          </Anchor>
        )
      }
    >
      <Stack gap="xs">
        <Text size="sm" className="written-lines">
          {text}
        </Text>
        <CaseNote written={props.written} />
        <Text size="xs" c="dimmed">
          {t("cases.reference", { number })}
        </Text>
      </Stack>
    </SectionCard>
  );
}

/** What a customer has written to us, and the form for what is about no parcel or package. */
export default function MessagesPage() {
  const { id } = usePerson();
  const query = useQuery(useApi().cases.listOwnCases.queryOptions({ input: {} }));
  const items = query.data?.items ?? [];
  const isAccountOpen = items.some(
    ({ subject, state }) => subject === "account" && state !== "closed",
  );
  return (
    <>
      <PageHeader title={t("cases.title")} description={t("cases.description")} />
      <Stack gap="lg">
        {query.data === undefined ? (
          <NotLoaded
            query={query}
            failure={{
              title: t("cases.notLoaded"),
              description: apiErrorMessage(query.error, t("common.noDataLost")),
            }}
            lines={6}
            label={t("cases.loading")}
          />
        ) : isAccountOpen ? null : (
          <SectionCard title={t("cases.writeToUs")} description={t("cases.writeToUsText")}>
            <CaseForm subject="account" subjectId={id} onDone={() => undefined} />
          </SectionCard>
        )}
        {items.map((one) => (
          <Written key={one.id} written={one} />
        ))}
      </Stack>
    </>
  );
}
