import { Anchor, Group, SegmentedControl, Text } from "@mantine/core";
import MapPinOff from "lucide-react/icons/map-pin-off";
import { useState } from "react";
import { Link } from "react-router";
import type { AddressCard as Address, OwnAddress } from "#goods/contract/own-address.ts";
import { isLanguage, languageNames, type Language } from "#platform/rules/language.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { documentLanguage, RichText, t } from "#ui/web/i18n/messages.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import { AddressFields } from "./address-fields.tsx";
import classes from "./address.module.css";

/** Chinese shops first: their forms take Chinese. */
const addressLanguages = ["zh-Hans", "zh-Hant-HK", "en"] as const satisfies readonly Language[];

/** The language of the address until another is chosen: that of the page if it is Chinese. */
function firstLanguage(): Language {
  const language = documentLanguage();
  return language === "en" ? "zh-Hans" : language;
}

/** The language and warehouse of the address that is shown. */
export function useShownAddress(
  { items }: OwnAddress,
  remembered: Language | null,
): {
  readonly card: Address | undefined;
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
  readonly setWarehouse: (warehouseId: string | null) => void;
} {
  const [language, setLanguage] = useState(remembered ?? firstLanguage());
  const [warehouseId, setWarehouse] = useState<string | null>(null);
  const card = items.find((item) => item.warehouseId === warehouseId) ?? items[0];
  return { card, language, setLanguage, setWarehouse };
}

function MemberCode(props: { code: string }) {
  return (
    <div className={classes["code"]}>
      <Text span size="sm" c="dimmed">
        {t("address.code")}
      </Text>
      <strong className={classes["codeText"]}>{formatMemberCode(props.code)}</strong>
      <Text span size="sm" c="dimmed">
        {t("address.codeHint")}
      </Text>
    </div>
  );
}

function LanguageSwitch(props: { language: Language; onChoose: (language: Language) => void }) {
  return (
    <SegmentedControl
      className={classes["languages"] ?? ""}
      aria-label={t("address.language")}
      value={props.language}
      data={addressLanguages.map((language) => ({
        value: language,
        label: <span lang={language}>{languageNames[language]}</span>,
      }))}
      onChange={(value) => isLanguage(value) && props.onChoose(value)}
    />
  );
}

/**
 * The member code and the address in the shape of a shop's form.
 * @param props.isOnPage on the page that explains the form, which has the title; elsewhere the card links to it.
 */
export function AddressCard(props: {
  address: OwnAddress;
  shown: ReturnType<typeof useShownAddress>;
  isOnPage: boolean;
  isPlanNeeded: boolean;
  onCopied: () => void;
  onLanguage: (language: Language) => void;
}) {
  const { address, shown } = props;
  const { card, language } = shown;
  return (
    <SectionCard
      title={props.isOnPage ? undefined : t("address.title")}
      actions={
        props.isOnPage ? null : (
          <Anchor component={Link} to="/dashboard/address" size="sm" className={classes["guide"]}>
            {t("address.guide")}
          </Anchor>
        )
      }
    >
      <MemberCode code={address.memberCode} />
      {card === undefined ? (
        <EmptyState
          icon={<MapPinOff size={22} />}
          title={t("address.notOpen.title")}
          description={t("address.notOpen.text")}
        />
      ) : (
        <>
          <Group gap="sm" mb="xs" align="flex-end">
            {address.items.length > 1 ? (
              <Select
                label={t("address.warehouse")}
                data={address.items.map(({ warehouseId, name }) => ({
                  value: warehouseId,
                  label: name,
                }))}
                value={card.warehouseId}
                onChange={shown.setWarehouse}
              />
            ) : null}
            <LanguageSwitch
              language={language}
              onChoose={(chosen) => {
                shown.setLanguage(chosen);
                props.onLanguage(chosen);
              }}
            />
          </Group>
          <AddressFields
            card={card}
            code={formatMemberCode(address.memberCode)}
            language={language}
            onCopied={props.onCopied}
          />
        </>
      )}
      {props.isPlanNeeded ? (
        <Text size="sm" mt="md">
          <RichText
            id="address.needsPlan"
            components={{
              link: <Anchor component={Link} to="/dashboard/upgrade" inherit />,
            }}
          />
        </Text>
      ) : null}
    </SectionCard>
  );
}
