import { Anchor, SimpleGrid } from "@mantine/core";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import Minus from "lucide-react/icons/minus";
import Ship from "lucide-react/icons/ship";
import TrendingDown from "lucide-react/icons/trending-down";
import TrendingUp from "lucide-react/icons/trending-up";
import Users from "lucide-react/icons/users";
import Wallet from "lucide-react/icons/wallet";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Dashboard } from "#contract/admin.ts";
import { Count, Money, moneyText, readerLocale } from "#web/ui/figures.tsx";
import { StatCard } from "#web/ui/stat-card.tsx";
import classes from "./dashboard.module.css";

/** The change of a figure in words, because a colour or an arrow alone is not accessible. */
function Change(props: { change: number; text: string; since: string }) {
  const { change } = props;
  const Icon = change === 0 ? Minus : change > 0 ? TrendingUp : TrendingDown;
  return (
    <span className={classes["change"]}>
      <Icon size={15} aria-hidden="true" />
      <span>{change === 0 ? `Same as ${props.since}` : `${props.text} than ${props.since}`}</span>
    </span>
  );
}

function Figure(props: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={props.to} inherit c="inherit" underline="hover">
      {props.children}
    </Anchor>
  );
}

function countChange({ now, before }: { now: number; before: number }): string {
  const by = Math.abs(now - before).toLocaleString(readerLocale());
  return `${by} ${now > before ? "more" : "fewer"}`;
}

function moneyChange(sum: { nowCents: number; beforeCents: number }): string {
  const by = moneyText(Math.abs(sum.nowCents - sum.beforeCents));
  return `${by} ${sum.nowCents > sum.beforeCents ? "more" : "less"}`;
}

const inThirtyDays = "30 days ago";

/** The name of the month before the one that begins at `startsAt`, both in UTC. */
function monthBefore(startsAt: string): string {
  const moment = new Date(new Date(startsAt).getTime() - 1);
  return moment.toLocaleDateString(readerLocale(), { month: "long", timeZone: "UTC" });
}

function RevenueCard({ revenue }: { revenue: Dashboard["revenue"] | undefined }) {
  const month = revenue?.monthStartsAt.slice(0, 7) ?? "";
  return (
    <StatCard
      label="Revenue this month"
      icon={<CircleDollarSign size={18} aria-hidden="true" />}
      value={
        revenue && (
          <Figure to={`/admin/dashboard/plan-payments?month=${month}`}>
            <Money amountCents={revenue.nowCents} />
          </Figure>
        )
      }
      note={
        revenue && (
          <Change
            change={revenue.nowCents - revenue.beforeCents}
            text={moneyChange(revenue)}
            since={`at this point in ${monthBefore(revenue.monthStartsAt)}`}
          />
        )
      }
    />
  );
}

function WalletCard({ walletMoney }: { walletMoney: Dashboard["walletMoney"] | undefined }) {
  return (
    <StatCard
      label="Money in wallets"
      icon={<Wallet size={18} aria-hidden="true" />}
      value={
        walletMoney && (
          <Figure to="/admin/dashboard/users?state=withMoney&sort=walletBalance.desc">
            <Money amountCents={walletMoney.nowCents} />
          </Figure>
        )
      }
      note={
        walletMoney && (
          <>
            <Change
              change={walletMoney.nowCents - walletMoney.beforeCents}
              text={moneyChange(walletMoney)}
              since={inThirtyDays}
            />
            {walletMoney.heldCents > 0 ? (
              <Anchor
                component={Link}
                to="/admin/dashboard/users?state=withHolds"
                inherit
                className={classes["aside"] ?? ""}
              >
                {`Includes ${moneyText(walletMoney.heldCents)} on hold for fees`}
              </Anchor>
            ) : null}
          </>
        )
      }
    />
  );
}

/** The cards, or placeholders of the same size while `dashboard` is undefined. */
export function FigureCards(props: { dashboard: Dashboard | undefined }) {
  const { activeCustomers, packagesOnTheWay, revenue, walletMoney } = props.dashboard ?? {};
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing={{ base: "sm", sm: "lg" }}>
      <StatCard
        label="Active customers"
        icon={<Users size={18} aria-hidden="true" />}
        value={
          activeCustomers && (
            <Figure to="/admin/dashboard/users?state=subscribed">
              <Count value={activeCustomers.now} />
            </Figure>
          )
        }
        note={
          activeCustomers && (
            <Change
              change={activeCustomers.now - activeCustomers.before}
              text={countChange(activeCustomers)}
              since={inThirtyDays}
            />
          )
        }
      />
      <StatCard
        label="Packages on the way"
        icon={<Ship size={18} aria-hidden="true" />}
        value={
          packagesOnTheWay && (
            <Figure to="/admin/dashboard/shipments?status=in_transit">
              <Count value={packagesOnTheWay.now} />
            </Figure>
          )
        }
        note={
          packagesOnTheWay && (
            <Change
              change={packagesOnTheWay.now - packagesOnTheWay.before}
              text={countChange(packagesOnTheWay)}
              since={inThirtyDays}
            />
          )
        }
      />
      <RevenueCard revenue={revenue} />
      <WalletCard walletMoney={walletMoney} />
    </SimpleGrid>
  );
}
