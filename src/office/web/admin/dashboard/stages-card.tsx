import ChevronRight from "lucide-react/icons/chevron-right";
import { Link } from "react-router";
import type { StageCount } from "#office/contract/admin.ts";
import { stageAddress, stageText } from "#office/web/admin/work-items/stage-words.ts";
import { Count, Moment } from "#ui/web/figures.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "./dashboard.module.css";

function StageRow({ stage, count, oldestSince, ownCount }: StageCount) {
  return (
    <Link to={stageAddress(stage)} className={classes["workItem"] ?? ""}>
      <span className={classes["count"]} data-none={count === 0 || undefined}>
        <Count value={count} />
      </span>
      <span>
        <span>{t(`admin-work-items.stage.${stage}`)}</span>
        <span className={classes["hint"]}>
          {oldestSince === null ? (
            stageText(stage)
          ) : (
            <RichText
              id={ownCount === 0 ? "admin-dashboard.oldestSince" : "admin-dashboard.oldestAndOwn"}
              values={{ day: <Moment at={oldestSince} />, count: ownCount }}
            />
          )}
        </span>
      </span>
      <ChevronRight size={18} aria-hidden="true" />
    </Link>
  );
}

/** The day's work by stage, also what is empty, so that each stays in its place. */
export function StagesCard(props: { stages: readonly StageCount[] }) {
  return (
    <SectionCard title={t("admin-dashboard.openWork")}>
      <ul className={`plain-list ${classes["work"]}`}>
        {props.stages.map((stage) => (
          <li key={stage.stage}>
            <StageRow {...stage} />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
