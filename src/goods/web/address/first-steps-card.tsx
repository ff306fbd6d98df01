import { Anchor, Button, Text, VisuallyHidden } from "@mantine/core";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OwnAddress } from "#goods/contract/inbound-parcels.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "./address.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

type Step = { readonly title: string; readonly text: ReactNode; readonly isDone: boolean };

/** The steps of a first purchase; a later fact shows that the earlier ones are done too. */
function stepsFor(progress: OwnAddress["progress"], isCopied: boolean): readonly Step[] {
  const { hasShipped } = progress;
  const hasReceived = progress.hasReceived || hasShipped;
  const hasDeclared = progress.hasDeclared || hasReceived;
  return [
    {
      title: t("address.steps.copy"),
      text: t("address.steps.copyText"),
      isDone: isCopied || hasDeclared,
    },
    {
      title: t("address.steps.order"),
      text: t("address.steps.orderText"),
      isDone: hasDeclared,
    },
    {
      title: t("address.steps.declare"),
      text: (
        <RichText
          id="address.steps.declareText"
          components={{ link: <Anchor component={Link} to="/dashboard/parcels" inherit /> }}
        />
      ),
      isDone: hasDeclared,
    },
    {
      title: t("address.steps.receive"),
      text: t("address.steps.receiveText"),
      isDone: hasReceived,
    },
    { title: t("address.steps.ship"), text: t("address.steps.shipText"), isDone: hasShipped },
  ];
}

/** What happens from the address to the shipped package, with what is done so far. */
export function FirstStepsCard(props: {
  progress: OwnAddress["progress"];
  isCopied: boolean;
  onHide: () => void;
}) {
  const steps = stepsFor(props.progress, props.isCopied);
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <SectionCard title={t("address.steps.title")} description={t("address.steps.description")}>
      <ol className={classes["steps"]}>
        {steps.map(({ title, text, isDone }, index) => (
          <li
            key={title}
            className={classes["step"]}
            data-done={isDone}
            aria-current={index === next ? "step" : false}
          >
            <span className={classes["stepMark"]} aria-hidden="true">
              {isDone ? <Check size={16} strokeWidth={2.5} /> : index + 1}
            </span>
            <div>
              <Text fw={600} size="sm">
                <span>{title}</span>
                {isDone ? (
                  <VisuallyHidden>{[" (", t("address.steps.done"), ")"].join("")}</VisuallyHidden>
                ) : null}
              </Text>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </div>
          </li>
        ))}
      </ol>
      <Button
        variant="subtle"
        mih={44}
        mt="sm"
        ml={-12}
        style={{ alignSelf: "flex-start" }}
        onClick={props.onHide}
      >
        {t("address.steps.hide")}
      </Button>
    </SectionCard>
  );
}
