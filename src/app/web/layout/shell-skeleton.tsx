import { Skeleton } from "@mantine/core";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { Logo } from "#ui/web/logo.tsx";
import shell from "./protected-shell.module.css";
import skeletonClasses from "./shell-skeleton.module.css";

const linkCount = 6;

/** The frame of signed-in pages, with placeholders for the links and the page. */
export function ShellSkeleton() {
  return (
    <div className={shell["frame"]} data-frame>
      <header className={shell["side"]}>
        <div className={shell["sideContent"]}>
          <span className={shell["home"]}>
            <Logo />
          </span>
          <div className={skeletonClasses["links"]}>
            {Array.from({ length: linkCount }, (_, link) => (
              <span key={link} className={skeletonClasses["link"]} />
            ))}
          </div>
        </div>
      </header>
      <header className={shell["bar"]}>
        <span className={shell["home"]}>
          <Logo size={26} />
        </span>
      </header>
      <main className={shell["main"]} aria-busy="true">
        <Skeleton h={34} w="min(18rem, 80%)" mb="xl" />
        <div className={skeletonClasses["cards"]}>
          <LoadingCard lines={3} />
          <LoadingCard lines={6} />
        </div>
      </main>
    </div>
  );
}
