/** The invitation at the foot of the home page, for those who have no account yet. */
import { Link } from "react-router";
import parts from "./public-parts.module.css";
import classes from "./sign-up-banner.module.css";

export function SignUpBanner() {
  return (
    <section className={`${parts["section"]} ${parts["forStrangers"]}`}>
      <div className={classes["banner"]}>
        <div>
          <h2 className={classes["title"]}>Your next order could already be on its way.</h2>
          <p className={classes["text"]}>
            Open an account now and choose a plan when you have something to ship.
          </p>
        </div>
        <Link to="/register" className={`${parts["primary"]} ${classes["button"]}`}>
          Sign Up Now
        </Link>
      </div>
    </section>
  );
}
