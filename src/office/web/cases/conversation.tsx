import FileText from "lucide-react/icons/file-text";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import type { CaseMessage } from "#office/contract/case-fields.ts";
import type { Elements } from "#ui/web/elements.ts";
import { Moment } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./cases.module.css";

function Files(props: { files: CaseMessage["files"] }) {
  if (props.files.length === 0) return null;
  return (
    <ul className={`plain-list ${classes["files"]}`}>
      {props.files.map(({ id, contentType, fileUrl }, index) => {
        const isPdf = contentType === "application/pdf";
        const name = t(isPdf ? "cases.file.pdf" : "cases.file.image", { number: index + 1 });
        return (
          <li key={id}>
            <a
              href={fileUrl}
              target="_blank"
              rel="noopener"
              className={`cover-image ${classes["file"]}`}
            >
              {isPdf ? (
                <>
                  <FileText size={24} aria-hidden="true" />
                  <span>{name}</span>
                </>
              ) : (
                <ParcelPicture url={fileUrl} alt={name} />
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** How it is called what happened to the thing of a case. */
export function eventText(event: NonNullable<CaseMessage["event"]>): string {
  if (event === "delivered") return t("common.packageStatus.delivered");
  if (event === "packed" || event === "handed_over") return t(`stages.request.${event}`);
  return t(`cases.event.${event}`);
}

/**
 * What both sides wrote about a case and what happened to its thing, oldest first.
 * @param props.authorOf who wrote a message, and how it is marked
 * @param props.isOwn whether the reader's side wrote it
 * @param props.choicesOf what its customer may choose, or has chosen
 */
export function Conversation<Message extends CaseMessage>(props: {
  messages: readonly Message[];
  authorOf: (message: Message) => Elements;
  isOwn: (message: Message) => boolean;
  choicesOf: (message: Message) => Elements;
}) {
  return (
    <ol className={`plain-list ${classes["messages"]}`} aria-label={t("cases.conversation")}>
      {props.messages.map((message) => {
        const { id, event, text, files, createdAt } = message;
        const moment = (
          <span className={classes["moment"]}>
            <Moment at={createdAt} withTime />
          </span>
        );
        return event === null ? (
          <li
            key={id}
            className={classes["message"]}
            data-side={props.isOwn(message) ? "end" : "start"}
          >
            <div className={classes["messageHead"]}>
              <span>{props.authorOf(message)}</span>
              {moment}
            </div>
            {text === "" ? null : <div className="written-lines">{text}</div>}
            <Files files={files} />
            {props.choicesOf(message)}
          </li>
        ) : (
          <li key={id} className={classes["happened"]}>
            <span>{eventText(event)}</span>
            {moment}
          </li>
        );
      })}
    </ol>
  );
}
