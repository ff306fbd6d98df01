import { Link } from "react-router";
import pages from "./public-pages.module.css";
import classes from "./sign-up-banner.module.css";

export function SignUpBanner() {
  return (
    <section className={`${pages["section"]} ${pages["signedOutOnly"]}`}>
      <div className={classes["banner"]}>
        <div>
          <h2 className={classes["title"]}>Ready to ship your next order?</h2>
          <p className={classes["text"]}>
            Create an account now and choose a plan when you have something to ship.
          </p>
        </div>
        <Link to="/register" className={`${pages["primary"]} ${classes["button"]}`}>
          Sign Up Now
        </Link>
      </div>
    </section>
  );
}
