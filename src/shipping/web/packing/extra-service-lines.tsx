import { Button, Group, Text } from "@mantine/core";
import { lazy, useState } from "react";
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { momentText } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "./packing.module.css";
import { workName } from "./request-words.ts";
import { t } from "./messages.ts";

export const ExtraServiceDialog = lazy(async () => ({
  default: (await import("#shipping/web/packing/extra-service-dialog.tsx")).ExtraServiceDialog,
}));

/** What was ordered for a parcel or a package, each with a button that opens it. */
export function ExtraServiceLines({ work }: { work: readonly ExtraServiceWork[] }) {
  const [openId, setOpenId] = useState<string | null>(null);
  if (work.length === 0) return null;
  return (
    <>
      <ul className={classes["services"]}>
        {work.map((one) => (
          <li key={one.id}>
            <Group gap="xs" justify="space-between">
              <span>
                <Text span fw={600}>
                  {workName(one)}
                </Text>
                <Text span size="sm">
                  {one.state === "ordered"
                    ? ` · ${t("packing.dueBy", { moment: momentText(one.dueAt, true) })}`
                    : null}
                </Text>
              </span>
              {one.state === "ordered" ? (
                <Button
                  variant="light"
                  size="sm"
                  aria-label={t("packing.workNamed", { name: one.name })}
                  onClick={() => setOpenId(one.id)}
                >
                  {t("packing.work")}
                </Button>
              ) : (
                <StatusBadge
                  label={t(`packing.serviceState.${one.state}`)}
                  color={one.state === "done" ? "green" : "gray"}
                />
              )}
            </Group>
          </li>
        ))}
      </ul>
      <LazyPart isWanted={openId !== null}>
        <ExtraServiceDialog
          work={work.find(({ id }) => id === openId) ?? null}
          onClose={() => setOpenId(null)}
        />
      </LazyPart>
    </>
  );
}
