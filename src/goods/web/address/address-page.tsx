import { Button, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import QrCode from "lucide-react/icons/qr-code";
import { useState } from "react";
import type { AddressCard as Address, OwnAddress } from "#goods/contract/own-address.ts";
import type { Language } from "#platform/rules/language.ts";
import { copiedTexts, wholeAddress } from "#goods/rules/member-address.ts";
import { useApi } from "#goods/web/api.ts";
import { weekdayName } from "#ui/web/i18n/texts.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { DefinitionList, SectionCard } from "#ui/web/section-card.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { AddressCard, useShownAddress } from "./address-card.tsx";
import { FieldsPicture, ParcelPicture, RegionPicture } from "./form-pictures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useFirstSteps } from "./first-steps-memory.ts";
import type { Elements } from "#ui/web/elements.ts";
import { AddressQrCode } from "./address-qr-code.tsx";

function GuideStep(props: { picture: Elements; title: string; text: string }) {
  return (
    <Stack component="li" gap="sm">
      {props.picture}
      <Title order={3} size="h5">
        {props.title}
      </Title>
      <Text size="sm" c="dimmed">
        {props.text}
      </Text>
    </Stack>
  );
}

/** How a shop's form is filled in, with pictures. */
function FormGuide(props: { memberCode: string }) {
  const { memberCode } = props;
  return (
    <SectionCard title={t("address.guide.title")} description={t("address.guide.description")}>
      <SimpleGrid
        component="ol"
        cols={{ base: 1, sm: 3 }}
        spacing="lg"
        m={0}
        p={0}
        style={{ listStyle: "none" }}
      >
        <GuideStep
          picture={<RegionPicture />}
          title={t("address.guide.region")}
          text={t("address.guide.regionText")}
        />
        <GuideStep
          picture={<FieldsPicture memberCode={memberCode} />}
          title={t("address.guide.fields")}
          text={t("address.guide.fieldsText")}
        />
        <GuideStep
          picture={<ParcelPicture memberCode={memberCode} />}
          title={t("address.guide.parcel")}
          text={t("address.guide.parcelText")}
        />
      </SimpleGrid>
    </SectionCard>
  );
}

/** The QR code is drawn when it is asked for. */
function QrCodeCard(props: { card: Address; language: Language }) {
  const [isShown, setShown] = useState(false);
  const { card, language } = props;
  return (
    <SectionCard title={t("address.qr.title")} description={t("address.qr.text")}>
      {isShown ? (
        <AddressQrCode text={wholeAddress(language, copiedTexts(language, card))} />
      ) : (
        <Button
          variant="default"
          mih={44}
          style={{ alignSelf: "flex-start" }}
          leftSection={<QrCode size={18} aria-hidden="true" />}
          onClick={() => setShown(true)}
        >
          {t("address.qr.show")}
        </Button>
      )}
    </SectionCard>
  );
}

/** The name of a time zone in the language of the page, such as Hong Kong Standard Time. */
function timeZoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(readerLocale(), {
    timeZone,
    timeZoneName: "longGeneric",
  }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

function OpeningHoursCard(props: { card: Address }) {
  const { openingHours, timeZone } = props.card;
  return (
    <SectionCard
      title={t("address.hours.title")}
      description={t("address.hours.description", { timeZone: timeZoneName(timeZone) })}
    >
      <DefinitionList
        items={openingHours.map((hours, day) => ({
          term: weekdayName(day),
          value: hours === null ? t("address.hours.closed") : t("address.hours.range", hours),
        }))}
      />
    </SectionCard>
  );
}

function LoadedPage(props: { address: OwnAddress }) {
  const { address } = props;
  const person = usePerson();
  const { memory, remember } = useFirstSteps(person.id);
  const shown = useShownAddress(address, memory.language);
  const { card, language } = shown;
  return (
    <Stack gap="lg">
      <AddressCard
        address={address}
        shown={shown}
        isOnPage
        isPlanNeeded={!address.hasPlan && !person.isAdmin}
        onCopied={() => remember({ isCopied: true })}
        onLanguage={(chosen) => remember({ language: chosen })}
      />
      {card === undefined ? null : (
        <>
          <FormGuide memberCode={address.memberCode} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <QrCodeCard card={card} language={language} />
            <OpeningHoursCard card={card} />
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}

export default function AddressPage() {
  const api = useApi();
  const query = useQuery(api.inboundParcels.readAddress.queryOptions({ input: {} }));
  return (
    <>
      <PageHeader
        title={t("address.title")}
        description={t("address.description")}
        above={<BackLink to="/dashboard" label={t("common.backToDashboard")} />}
      />
      {query.data ? (
        <LoadedPage address={query.data} />
      ) : (
        <NotLoaded query={query} failure={{ title: t("address.notLoaded") }} lines={8} isCard />
      )}
    </>
  );
}
