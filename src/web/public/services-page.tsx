/** The page of the four services. */
import Boxes from "lucide-react/icons/boxes";
import Globe from "lucide-react/icons/globe";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Wallet from "lucide-react/icons/wallet";
import { Link } from "react-router";
import { pageFacts } from "./page-facts.ts";
import parts from "./public-parts.module.css";
import classes from "./services-page.module.css";

export function meta() {
  return pageFacts({
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
    text: "Shopping on Chinese platforms has its own habits. We help you order and send your purchases to our consolidation point, and check that what arrives is what you bought.",
    points: ["Help with orders and sellers", "Product verification", "One address for every shop"],
  },
  {
    icon: <Boxes size={26} />,
    title: "Package Consolidation",
    text: "Parcels from many sellers come together in Hong Kong. Each is weighed and kept under your name, with its pictures, until it travels on.",
    points: [
      "Pictures kept with the package",
      "Final weight in your account",
      "Handling in your plan",
    ],
  },
  {
    icon: <Globe size={26} />,
    title: "Global Freight Forwarding",
    text: "From Hong Kong your package goes on by postal routes, the best one for its destination, in up to three legs. Each leg has its carrier, its dates and its status.",
    points: ["Up to three tracked legs", "Customs clearance help", "Air and surface"],
  },
  {
    icon: <Wallet size={26} />,
    title: "Wallet-Based Payment System",
    text: "Freight is paid from a prepaid wallet in dollars, at courier cost. Every movement stands in your history, with its reason and its date.",
    points: ["Deposits by card", "Available immediately", "No markup on freight"],
  },
] as const;

export default function ServicesPage() {
  return (
    <section className={parts["section"]}>
      <h1 className={classes["title"]}>Our services</h1>
      <p className={parts["lead"]}>
        From the seller’s shelf to your door: what we do with every package.
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
        <Link to="/register" className={`${parts["primary"]} ${parts["forStrangers"]}`}>
          Get Started
        </Link>
        <Link to="/dashboard" className={`${parts["primary"]} ${parts["forMembers"]}`}>
          Go to Dashboard
        </Link>
      </div>
    </section>
  );
}
