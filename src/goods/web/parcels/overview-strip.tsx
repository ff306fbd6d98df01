import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Elements } from "#ui/web/elements.ts";
import { Link } from "react-router";
import type { OwnAddress } from "#goods/contract/own-address.ts";
import { useApi } from "#goods/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { shipParcelsPath } from "./chosen-parcels.ts";
import classes from "./overview-strip.module.css";

const activePackages = "/dashboard/packages?tab=active";

function Entry(props: {
  to: string;
  label: string;
  count: number | undefined;
  children?: Elements;
}) {
  const { to, label, count } = props;
  return (
    <li className={classes["entry"]}>
      <Link to={to} className={classes["link"]} data-none={!count}>
        <span>{label}</span>
        <strong className="figures">{count === undefined ? "–" : String(count)}</strong>
      </Link>
      {props.children}
    </li>
  );
}

/** Where the own parcels and packages are; undefined until it is known. */
export function useOverview(isWanted: boolean): OwnAddress["overview"] | undefined {
  const { data } = useQuery(
    useApi().inboundParcels.readAddress.queryOptions({ input: {}, enabled: isWanted }),
  );
  return data?.overview;
}

/** Where the own parcels and packages are, in one line that is there before they are counted. */
export function OverviewStrip() {
  const overview = useOverview(true);
  const { shelvedParcels, requestedParcels = 0 } = overview ?? {};
  return (
    <nav aria-label={t("parcels.overview.title")} className={classes["strip"]}>
      <ul className={`plain-list ${classes["list"]}`}>
        <Entry
          to="/dashboard/parcels?group=awaited"
          label={t("parcels.overview.awaited")}
          count={overview?.awaitedParcels}
        />
        <Entry
          to="/dashboard/parcels?group=here"
          label={t("parcels.overview.shelved")}
          count={shelvedParcels}
        >
          {shelvedParcels ? (
            <Anchor component={Link} to={shipParcelsPath(null)} className={classes["ship"] ?? ""}>
              {t("parcels.overview.ship")}
            </Anchor>
          ) : null}
        </Entry>
        {requestedParcels > 0 ? (
          <Entry
            to={activePackages}
            label={t("parcels.overview.requested")}
            count={requestedParcels}
          />
        ) : null}
        <Entry
          to={activePackages}
          label={t("parcels.overview.travelling")}
          count={overview?.travellingPackages}
        />
      </ul>
    </nav>
  );
}
