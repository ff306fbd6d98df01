import classes from "./getting-started.module.css";
import pages from "./public-pages.module.css";

const steps = [
  {
    title: "Choose a plan",
    text: "Pick the monthly plan that fits how much you ship. It covers service and handling.",
  },
  {
    title: "Upload shipment details",
    text: "Enter the tracking number from your seller and, optionally, weight and photos.",
  },
  {
    title: "Track deliveries",
    text: "Follow each leg from Hong Kong to your door, with its carrier and status.",
  },
] as const;

export function GettingStarted() {
  return (
    <section className={pages["section"]} aria-labelledby="getting-started">
      <h2 id="getting-started" className={pages["heading"]}>
        Getting Started
      </h2>
      <p className={pages["lead"]}>Three steps that take a few minutes.</p>
      <ol className={classes["steps"]}>
        {steps.map((step, index) => (
          <li key={step.title} className={classes["step"]}>
            <span className={classes["number"]} aria-hidden="true">
              {index + 1}
            </span>
            <h3 className={classes["title"]}>{step.title}</h3>
            <p className={classes["text"]}>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
