/** The three steps from a plan to a delivered package. */
import classes from "./getting-started.module.css";
import parts from "./public-parts.module.css";

const steps = [
  {
    title: "Choose a plan",
    text: "Pick the monthly plan that fits how much you ship. It covers service and handling.",
  },
  {
    title: "Upload shipment details",
    text: "Enter the tracking number from your seller and, if you like, weight and pictures.",
  },
  {
    title: "Track deliveries",
    text: "Watch each leg from Hong Kong to your door, with its carrier and its status.",
  },
] as const;

export function GettingStarted() {
  return (
    <section className={parts["section"]} aria-labelledby="getting-started">
      <h2 id="getting-started" className={parts["heading"]}>
        Getting Started
      </h2>
      <p className={parts["lead"]}>Three steps, a few minutes.</p>
      <ol className={classes["steps"]}>
        {steps.map((step, place) => (
          <li key={step.title} className={classes["step"]}>
            <span className={classes["number"]} aria-hidden="true">
              {place + 1}
            </span>
            <h3 className={classes["title"]}>{step.title}</h3>
            <p className={classes["text"]}>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
