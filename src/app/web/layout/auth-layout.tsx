import "#app/web/messages/public.ts";
import { Outlet } from "react-router";
import classes from "./auth-layout.module.css";
import { PublicFooter, PublicHeader } from "./public-frame.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

/** The form on one side, an illustration on the other. Pages show a heading and at most one card, 27rem wide. */
export default function AuthLayout() {
  return (
    <div className={classes["frame"]}>
      <PublicHeader />
      <div className={classes["halves"]}>
        <main className={classes["main"]}>
          <div className={classes["column"]}>
            <Outlet />
          </div>
        </main>
        <aside className={classes["illustration"]} aria-label={t("layout.about")}>
          <AuthIllustration />
          <p className={classes["slogan"]}>
            <RichText id="layout.slogan" components={{ br: <br /> }} />
          </p>
        </aside>
      </div>
      <PublicFooter />
    </div>
  );
}

const ripples = [
  { y: 610, from: 60, to: 300 },
  { y: 640, from: 420, to: 720 },
  { y: 672, from: 150, to: 520 },
  { y: 708, from: 500, to: 780 },
  { y: 748, from: 30, to: 380 },
  { y: 792, from: 340, to: 760 },
  { y: 840, from: 90, to: 470 },
];

/** Decorative; fills its container and is cut where the container is narrower or lower. */
export function AuthIllustration() {
  return (
    <svg
      className={classes["drawing"]}
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="sky-gradient" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0b2231" />
          <stop offset="0.75" stopColor="#12425a" />
          <stop offset="1" stopColor="#2a6f86" />
        </linearGradient>
        <linearGradient id="water-gradient" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1d5b73" />
          <stop offset="1" stopColor="#0b2536" />
        </linearGradient>
      </defs>
      <rect width="800" height="570" fill="url(#sky-gradient)" />
      <circle cx="590" cy="436" r="66" fill="#e4512a" />
      <path
        d="M0 500c80-42 140-70 210-66 66 4 98 52 168 44 74-8 122-74 206-72 88 2 140 62 216 70v114H0Z"
        fill="#0f394e"
      />
      <path
        d="M0 536c60-10 118-44 176-38 70 8 96 36 170 36 96 0 150-34 238-30 86 4 150 36 216 40v46H0Z"
        fill="#0a2a3c"
      />
      <rect y="568" width="800" height="332" fill="url(#water-gradient)" />
      <g stroke="#8fc3d3" strokeOpacity="0.28" strokeWidth="2" strokeLinecap="round">
        {ripples.map((ripple) => (
          <path key={ripple.y} d={`M${ripple.from} ${ripple.y}H${ripple.to}`} />
        ))}
      </g>
      <g className={classes["boat"]}>
        <path d="M330 452c70 30 126 96 150 194-50 11-100 16-150 16Z" fill="#f4f8f9" />
        <path
          d="M330 506h74M330 558h112M330 610h136"
          stroke="#0b2231"
          strokeOpacity="0.4"
          strokeWidth="4"
        />
        <path d="M318 440h7v250h-7z" fill="#dce7ec" />
        <path
          d="M190 668c96 34 222 34 318 0-10 40-27 70-50 88H240c-23-18-40-48-50-88Z"
          fill="#06141e"
        />
        <path
          d="M190 668c96 34 222 34 318 0"
          fill="none"
          stroke="#e4512a"
          strokeWidth="5"
          strokeLinecap="round"
        />
        <path d="M236 768h228" stroke="#8fc3d3" strokeOpacity="0.4" strokeWidth="3" />
      </g>
    </svg>
  );
}
