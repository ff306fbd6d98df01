import Boxes from "lucide-react/icons/boxes";
import Globe from "lucide-react/icons/globe";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Wallet from "lucide-react/icons/wallet";
import { Link } from "react-router";
import { pageMeta } from "./page-meta.ts";
import pages from "./public-pages.module.css";
import classes from "./services-page.module.css";

export function meta() {
  return pageMeta({
    title: "Services",
    description:
      "E-commerce shopping assistant, package consolidation, global freight forwarding and a wallet-based payment system.",
    path: "/services",
  });
}

const services = [
  {
    icon: <ShoppingBag size={26} />,
    title: "E-commerce Shopping Assistant",
    text: "We help you order on Chinese platforms, send your purchases to our consolidation point, and check that what arrives is what you bought.",
    points: ["Help with orders and sellers", "Product verification", "One address for every shop"],
  },
  {
    icon: <Boxes size={26} />,
    title: "Package Consolidation",
    text: "We collect parcels from many sellers in Hong Kong. Each one is weighed and stored with its photos until it is forwarded.",
    points: [
      "Photos stored with the package",
      "Final weight in your account",
      "Handling in your plan",
    ],
  },
  {
    icon: <Globe size={26} />,
    title: "Global Freight Forwarding",
    text: "From Hong Kong we forward your package by the best postal route for its destination, in up to three legs. Each leg has its own carrier, dates and status.",
    points: ["Up to three tracked legs", "Customs clearance help", "Air and surface"],
  },
  {
    icon: <Wallet size={26} />,
    title: "Wallet-Based Payment System",
    text: "Freight is paid from a prepaid wallet in dollars, at courier cost. Your history shows every transaction with its reason and date.",
    points: ["Deposits by card", "Available immediately", "No markup on freight"],
  },
] as const;

export default function ServicesPage() {
  return (
    <section className={pages["section"]}>
      <h1 className={classes["title"]}>Our services</h1>
      <p className={pages["lead"]}>
        What we do with every package on its way from the seller to you.
      </p>
      <ul className={classes["blocks"]}>
        {services.map((service) => (
          <li key={service.title} className={classes["block"]}>
            <span className={classes["icon"]} aria-hidden="true">
              {service.icon}
            </span>
            <div>
              <h2 className={classes["name"]}>{service.title}</h2>
              <p className={classes["text"]}>{service.text}</p>
            </div>
            <ul className={classes["points"]}>
              {service.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <div className={classes["foot"]}>
        <Link to="/register" className={`${pages["primary"]} ${pages["signedOutOnly"]}`}>
          Get Started
        </Link>
        <Link to="/dashboard" className={`${pages["primary"]} ${pages["signedInOnly"]}`}>
          Go to Dashboard
        </Link>
      </div>
    </section>
  );
}
