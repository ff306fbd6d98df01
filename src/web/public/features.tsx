/** What the service does for a shopper, in six short promises. */
import BadgeCheck from "lucide-react/icons/badge-check";
import Boxes from "lucide-react/icons/boxes";
import FileCheck from "lucide-react/icons/file-check";
import Globe from "lucide-react/icons/globe";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Wallet from "lucide-react/icons/wallet";
import classes from "./features.module.css";
import parts from "./public-parts.module.css";

const features = [
  {
    icon: <ShoppingBag size={22} />,
    title: "E-commerce shopping assistant",
    text: "Help with orders on Chinese platforms, from the right seller to the right address.",
  },
  {
    icon: <Boxes size={22} />,
    title: "Package consolidation",
    text: "Purchases from many shops meet in Hong Kong and travel on together.",
  },
  {
    icon: <BadgeCheck size={22} />,
    title: "Product verification",
    text: "We look at what arrived before it leaves, and keep pictures with the package.",
  },
  {
    icon: <FileCheck size={22} />,
    title: "Customs clearance help",
    text: "Declarations in the words that customs officers expect, so that nothing waits.",
  },
  {
    icon: <Globe size={22} />,
    title: "Global freight forwarding",
    text: "Postal routes by the best way for each country, split into legs you can follow.",
  },
  {
    icon: <Wallet size={22} />,
    title: "Wallet-based payment",
    text: "A prepaid balance in dollars pays the freight at courier cost. Nothing on top.",
  },
] as const;

export function Features() {
  return (
    <section className={parts["section"]} aria-labelledby="features">
      <h2 id="features" className={parts["heading"]}>
        Features
      </h2>
      <p className={parts["lead"]}>Everything between the seller’s parcel and your letterbox.</p>
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
