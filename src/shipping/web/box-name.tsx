import { Group } from "@mantine/core";
import { boxOwnerTexts, type BoxName } from "#shipping/rules/box-name.ts";
import cells from "#ui/web/admin/cells.module.css";
import { Code } from "#ui/web/figures.tsx";
import type { Elements } from "#ui/web/elements.ts";

/**
 * The name of a box in a list: its request, and below that its package and member.
 * @param props.beside stands beside the number.
 * @param props.below further words behind the member.
 */
export function BoxNameCell(props: { box: BoxName; beside?: Elements; below?: readonly string[] }) {
  const { box, beside, below = [] } = props;
  const { packageText, memberText } = boxOwnerTexts(box);
  return (
    <>
      <Group gap={6}>
        <Code>{box.reference}</Code>
        {beside}
      </Group>
      <div className={cells["below"]}>
        {[packageText, memberText, ...below].filter(Boolean).join(" · ")}
      </div>
    </>
  );
}
