import { Button, Group, Text } from "@mantine/core";
import Battery from "lucide-react/icons/battery-medium";
import Droplet from "lucide-react/icons/droplet";
import Leaf from "lucide-react/icons/leaf";
import Magnet from "lucide-react/icons/magnet";
import Sparkles from "lucide-react/icons/sparkles";
import Sword from "lucide-react/icons/sword";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { goodsFlags, type GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { lineField, wordsOf } from "./goods-texts.ts";
import { livingFlags, picturedFlags } from "./suggested-goods.ts";

const icons = { liquid: Droplet, powder: Sparkles, magnet: Magnet, blade: Sword } as const;

/** Whether a property is said by words alone. */
function hasNoPicture(flag: GoodsFlag): boolean {
  return ![...livingFlags, ...picturedFlags].some((one) => one === flag);
}

/** Leads from picture to picture by arrows, so that those of a line are one stop of the key Tab. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const all = event.currentTarget.closest("[data-pictures]");
  if (step === undefined || all === null) return;
  const pictures = [...all.querySelectorAll("button")];
  const at = pictures.findIndex((one) => one === event.currentTarget);
  pictures.at((at + step) % pictures.length)?.focus();
  event.preventDefault();
}

function Picture(props: {
  label: string;
  icon?: ReactNode;
  isOn: boolean;
  /** Whether the key Tab leads to it; arrows lead to the others. */
  isFirst?: boolean;
  onToggle: () => void;
}) {
  return (
    <Button
      size="compact-sm"
      variant={props.isOn ? "filled" : "default"}
      leftSection={props.icon}
      aria-pressed={props.isOn}
      tabIndex={props.isFirst === true ? 0 : -1}
      onClick={props.onToggle}
      onKeyDown={moveFocus}
    >
      {props.label}
    </Button>
  );
}

const iconProps = { size: 16, "aria-hidden": true } as const;

/** The properties without a picture that a line has, or had since it is on the screen: what is taken off can be put on again. */
function useNamedFlags(flags: readonly string[]): readonly GoodsFlag[] {
  const [named, setNamed] = useState<readonly GoodsFlag[]>([]);
  const all = goodsFlags.filter(
    (flag) => hasNoPicture(flag) && (flags.includes(flag) || named.includes(flag)),
  );
  if (all.length > named.length) setNamed(all);
  return all;
}

/** What goods have that closes some services: one tap each, or one for none of it. */
export function GoodsProperties({ form, line }: { form: AppForm<string>; line: number }) {
  const labelId = useId();
  const flagsField = lineField("flags", line);
  const batteryField = lineField("battery", line);
  const flags = wordsOf(form.values[flagsField] ?? "");
  const named = useNamedFlags(flags);
  const battery = form.values[batteryField] ?? "";
  const hasBattery = battery !== "" && battery !== "none";
  const has = (flag: GoodsFlag) => flags.includes(flag);
  const writeFlags = (next: readonly string[]) => form.write({ [flagsField]: next.join(" ") });
  const toggle = (flag: GoodsFlag) =>
    writeFlags(has(flag) ? flags.filter((one) => one !== flag) : [...flags, flag]);
  const isLiving = livingFlags.some(has);
  const others = flags.filter((flag) => !livingFlags.some((one) => one === flag));
  return (
    <div role="group" aria-labelledby={labelId} data-pictures>
      <Text id={labelId} size="xs" c="dimmed" mb={4}>
        {t("parcel-goods.properties")}
      </Text>
      <Group gap={6}>
        <Picture
          label={battery === "loose" ? batteryLabel(battery) : t("parcel-goods.property.battery")}
          icon={<Battery {...iconProps} />}
          isOn={hasBattery}
          isFirst
          onToggle={() => form.write({ [batteryField]: hasBattery ? "none" : "installed" })}
        />
        {picturedFlags.map((flag) => {
          const Icon = icons[flag];
          return (
            <Picture
              key={flag}
              label={t(`parcel-goods.property.${flag}`)}
              icon={<Icon {...iconProps} />}
              isOn={has(flag)}
              onToggle={() => toggle(flag)}
            />
          );
        })}
        <Picture
          label={t("parcel-goods.property.living")}
          icon={<Leaf {...iconProps} />}
          isOn={isLiving}
          onToggle={() => writeFlags(isLiving ? others : [...others, "food"])}
        />
        {named.map((flag) => (
          <Picture
            key={flag}
            label={goodsFlagLabel(flag)}
            isOn={has(flag)}
            onToggle={() => toggle(flag)}
          />
        ))}
        <Picture
          label={t("parcel-goods.property.none")}
          isOn={battery === "none" && flags.length === 0}
          onToggle={() => form.write({ [flagsField]: "", [batteryField]: "none" })}
        />
      </Group>
      {isLiving ? (
        <Group gap={6} mt={6} role="group" aria-label={t("parcel-goods.property.living")}>
          {livingFlags.map((flag) => (
            <Picture
              key={flag}
              label={goodsFlagLabel(flag)}
              isOn={has(flag)}
              onToggle={() => toggle(flag)}
            />
          ))}
        </Group>
      ) : null}
    </div>
  );
}
