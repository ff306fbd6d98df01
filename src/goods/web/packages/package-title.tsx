import PackageIcon from "lucide-react/icons/package";
import { useState, type ReactNode } from "react";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { Code } from "#ui/web/figures.tsx";
import titleClasses from "./package-title.module.css";
import type { Elements } from "#ui/web/elements.ts";

function Thumbnail(props: { address: string | null }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={titleClasses["thumbnail"]}>
      {props.address === null || isBroken ? (
        <PackageIcon size={20} aria-hidden="true" />
      ) : (
        <img src={props.address} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </span>
  );
}

/**
 * The first image, description and tracking number of a package in a list.
 * @param props.number replaces the tracking number, to make it a link.
 * @param props.children further lines.
 */
export function PackageTitle(props: {
  pkg: Pick<ListedPackage, "description" | "trackingNumber" | "thumbnailUrl">;
  number?: ReactNode;
  children?: Elements;
}) {
  const { description, trackingNumber, thumbnailUrl } = props.pkg;
  return (
    <div className={titleClasses["title"]}>
      <Thumbnail key={thumbnailUrl} address={thumbnailUrl} />
      <div className={titleClasses["text"]}>
        {description === null ? null : (
          <span className={titleClasses["description"]} title={description}>
            {description}
          </span>
        )}
        <span className={titleClasses["number"]} data-alone={description === null}>
          {props.number ?? <Code>{trackingNumber}</Code>}
        </span>
        {props.children}
      </div>
    </div>
  );
}
