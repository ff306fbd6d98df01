import BadgeCheck from "lucide-react/icons/badge-check";
import Boxes from "lucide-react/icons/boxes";
import FileCheck from "lucide-react/icons/file-check";
import Globe from "lucide-react/icons/globe";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Wallet from "lucide-react/icons/wallet";
import classes from "./features.module.css";
import pages from "./public-pages.module.css";

const features = [
  {
    icon: <ShoppingBag size={22} />,
    title: "E-commerce shopping assistant",
    text: "Help with orders on Chinese platforms, from choosing a seller to entering the address.",
  },
  {
    icon: <Boxes size={22} />,
    title: "Package consolidation",
    text: "Purchases from many shops are collected in Hong Kong and forwarded together.",
  },
  {
    icon: <BadgeCheck size={22} />,
    title: "Product verification",
    text: "We check what arrives before it is forwarded and store photos with the package.",
  },
  {
    icon: <FileCheck size={22} />,
    title: "Customs clearance help",
    text: "Help with accurate customs declarations, so that packages are not delayed.",
  },
  {
    icon: <Globe size={22} />,
    title: "Global freight forwarding",
    text: "The best postal route for each country, split into legs you can track.",
  },
  {
    icon: <Wallet size={22} />,
    title: "Wallet-based payment",
    text: "A prepaid balance in dollars pays freight at courier cost, with no markup.",
  },
] as const;

export function Features() {
  return (
    <section className={pages["section"]} aria-labelledby="features">
      <h2 id="features" className={pages["heading"]}>
        Features
      </h2>
      <p className={pages["lead"]}>
        Everything your purchase needs on the way from the seller to you.
      </p>
      <ul className={classes["grid"]}>
        {features.map((feature) => (
          <li key={feature.title} className={classes["feature"]}>
            <span className={classes["icon"]} aria-hidden="true">
              {feature.icon}
            </span>
            <h3 className={classes["title"]}>{feature.title}</h3>
            <p className={classes["text"]}>{feature.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
