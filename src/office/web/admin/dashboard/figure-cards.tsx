import { Anchor, SimpleGrid } from "@mantine/core";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import Minus from "lucide-react/icons/minus";
import Ship from "lucide-react/icons/ship";
import TrendingDown from "lucide-react/icons/trending-down";
import TrendingUp from "lucide-react/icons/trending-up";
import Users from "lucide-react/icons/users";
import Wallet from "lucide-react/icons/wallet";
import { Link } from "react-router";
import type { Dashboard } from "#office/contract/admin.ts";
import { useMayUse, type WorkName } from "#ui/web/permissions.ts";
import { Count, Money, moneyText, readerLocale } from "#ui/web/figures.tsx";
import { StatCard } from "#ui/web/stat-card.tsx";
import classes from "./dashboard.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Elements } from "#ui/web/elements.ts";

/** The change of a figure in words, because a colour or an arrow alone is not accessible. */
function Change(props: { change: number; text: string }) {
  const { change, text } = props;
  const Icon = change === 0 ? Minus : change > 0 ? TrendingUp : TrendingDown;
  return (
    <span className={classes["change"]}>
      <Icon size={15} aria-hidden="true" />
      <span>{text}</span>
    </span>
  );
}

/** A figure that links to its list, for those who may open that. */
function Figure(props: { work: WorkName; to: string; children: Elements }) {
  if (!useMayUse(props.work)) return props.children;
  return (
    <Anchor component={Link} to={props.to} inherit c="inherit" underline="hover">
      {props.children}
    </Anchor>
  );
}

function trendOf(change: number): "up" | "down" | "none" {
  return change === 0 ? "none" : change > 0 ? "up" : "down";
}

function countChangeText(change: number): string {
  const by = Math.abs(change).toLocaleString(readerLocale());
  return t("admin-dashboard.countChange", { trend: trendOf(change), change: by });
}

function moneyChangeText(changeCents: number): string {
  const by = moneyText(Math.abs(changeCents));
  return t("admin-dashboard.moneyChange", { trend: trendOf(changeCents), change: by });
}

/** The name of the month before the one that begins at `startsAt`, both in UTC. */
function monthBefore(startsAt: string): string {
  const moment = new Date(new Date(startsAt).getTime() - 1);
  return moment.toLocaleDateString(readerLocale(), { month: "long", timeZone: "UTC" });
}

type Revenue = NonNullable<Dashboard["revenue"]>;
type WalletMoney = NonNullable<Dashboard["walletMoney"]>;

function revenueChangeText({ nowCents, beforeCents, monthStartsAt }: Revenue): string {
  const change = nowCents - beforeCents;
  return t("admin-dashboard.revenueChange", {
    trend: trendOf(change),
    change: moneyText(Math.abs(change)),
    month: monthBefore(monthStartsAt),
  });
}

function CountChange({ figure }: { figure: { now: number; before: number } }) {
  const change = figure.now - figure.before;
  return <Change change={change} text={countChangeText(change)} />;
}

function RevenueCard({ revenue }: { revenue: Revenue | undefined }) {
  const month = revenue?.monthStartsAt.slice(0, 7) ?? "";
  return (
    <StatCard
      label={t("admin-dashboard.revenueThisMonth")}
      icon={<CircleDollarSign size={18} aria-hidden="true" />}
      value={
        revenue && (
          <Figure work="money" to={`/admin/dashboard/plan-payments?month=${month}`}>
            <Money amountCents={revenue.nowCents} />
          </Figure>
        )
      }
      note={
        revenue && (
          <Change
            change={revenue.nowCents - revenue.beforeCents}
            text={revenueChangeText(revenue)}
          />
        )
      }
    />
  );
}

function WalletCard({ walletMoney }: { walletMoney: WalletMoney | undefined }) {
  const change = walletMoney ? walletMoney.nowCents - walletMoney.beforeCents : 0;
  return (
    <StatCard
      label={t("admin-dashboard.moneyInWallets")}
      icon={<Wallet size={18} aria-hidden="true" />}
      value={
        walletMoney && (
          <Figure
            work="customers"
            to="/admin/dashboard/users?state=withMoney&sort=walletBalance.desc"
          >
            <Money amountCents={walletMoney.nowCents} />
          </Figure>
        )
      }
      note={
        walletMoney && (
          <>
            <Change change={change} text={moneyChangeText(change)} />
            {walletMoney.heldCents > 0 ? (
              <Anchor
                component={Link}
                to="/admin/dashboard/users?state=withHolds"
                inherit
                className={classes["aside"] ?? ""}
              >
                {t("admin-dashboard.heldForFees", { amount: moneyText(walletMoney.heldCents) })}
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
  const seesMoney = useMayUse("money");
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing={{ base: "sm", sm: "lg" }}>
      <StatCard
        label={t("admin-dashboard.activeCustomers")}
        icon={<Users size={18} aria-hidden="true" />}
        value={
          activeCustomers && (
            <Figure work="customers" to="/admin/dashboard/users?state=subscribed">
              <Count value={activeCustomers.now} />
            </Figure>
          )
        }
        note={activeCustomers && <CountChange figure={activeCustomers} />}
      />
      <StatCard
        label={t("admin-dashboard.packagesOnTheWay")}
        icon={<Ship size={18} aria-hidden="true" />}
        value={
          packagesOnTheWay && (
            <Figure work="shipments" to="/admin/dashboard/shipments?status=in_transit">
              <Count value={packagesOnTheWay.now} />
            </Figure>
          )
        }
        note={packagesOnTheWay && <CountChange figure={packagesOnTheWay} />}
      />
      {seesMoney ? <RevenueCard revenue={revenue ?? undefined} /> : null}
      {seesMoney ? <WalletCard walletMoney={walletMoney ?? undefined} /> : null}
    </SimpleGrid>
  );
}
