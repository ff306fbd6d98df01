// Which modules of the browser application travel together: few files compress better than many small ones.

/** Only what some first view needs is grouped, so that parts which come later stay apart. */
const tags = ["$initial" as const];

/** Ours that stand around every signed-in screen, and the pictures in them. */
const shell =
  /src[\\/]web[\\/]layout[\\/](protected-shell|shell-menu|sidebar-links|use-sign-out|idle-components|customer-layout|admin-layout)|lucide-react[\\/].*[\\/](credit-card|layout-dashboard|log-out|package|route|settings|ship|user|users|wallet)\.m?js$/;

/** The box that searches a list while one types. */
const search = /search-box|icons[\\/]search\.|use-debounced-callback/;

/** How far a package has come, as lists show it. */
const statuses =
  /core[\\/]package-status|web[\\/]packages[\\/](package-status-badge|leg-track)|web[\\/]ui[\\/]hint\./;

/** Password fields, on auth pages and in the settings. */
const password =
  /@mantine[\\/]core.*[\\/]PasswordInput[\\/]|src[\\/]web[\\/]auth[\\/](password-field|reset-request-dialog|email-check|mailbox-hint)/;

/** What nearly every screen draws or asks, public or signed in. */
const base = new RegExp(
  [
    String.raw`@mantine[\\/]core[\\/]esm[\\/]components[\\/](ActionIcon|Alert|Anchor|Badge|Button|Card|Center|CloseButton|Container|Group|Input|InputBase|Loader|Paper|Portal|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton)[\\/]`,
    String.raw`use-(callback-ref|computed-color-scheme|force-update|mantine-color-scheme|merged-ref|uncontrolled)\.mjs`,
    String.raw`lucide-react[\\/].*[\\/](arrow-left|menu|moon|sun)\.m?js`,
    String.raw`src[\\/]web[\\/](api|api-queries|error-reporter|plain-link|session)\.`,
    String.raw`src[\\/]web[\\/]layout[\\/](not-found-page|notice|scheme-switch)\.tsx$`,
    String.raw`src[\\/]web[\\/]ui[\\/](back-link|dialog|empty-state|error-state|lazy-component|loading-state|logo|page-header|section-card|toast|after-first-input)\.`,
  ].join("|"),
);

/** What every form of ours is made of. */
const form =
  /src[\\/](web[\\/]ui[\\/](form|text-fields|focused-alert)|web[\\/]auth[\\/]field-errors)\./;

/** The layout and forms of the auth pages. */
const authPages =
  /src[\\/]web[\\/](layout[\\/](auth-layout|auth-illustration|public-header)|auth[\\/](sign-in|two-factor-form|code-field|verification-offer|auth-page-state))/;

/**
 * The groups of the build, the first that takes a module having it. What is in none the bundler keeps beside
 * its users.
 */
export const chunkGroups = [
  {
    name: "framework",
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack|@orpc)[\\/]|@mantine[\\/](core[\\/]esm[\\/]core|store)[\\/]/,
    minShareCount: 9,
  },
  { name: "base", test: base },
  // From so many entries on, a screen that does without a module loses less than small files cost all others.
  { name: "base", minShareCount: 18 },
  { name: "shell", test: shell },
  { name: "search", test: search, minShareCount: 2 },
  { name: "statuses", test: statuses, minShareCount: 2 },
  { name: "form", test: form, minShareCount: 2 },
  { name: "errors", test: /src[\\/]contract[\\/]errors/, minShareCount: 2 },
  { name: "password", test: password, minShareCount: 2 },
  { name: "auth", test: authPages, minShareCount: 2 },
  {
    name: "table",
    test: /@mantine.*[\\/]Table[\\/]|web[\\/](ui[\\/](data-table|changed-rows|table-view)|admin[\\/](cells|email-text|failure-toast|paged-list))/,
    minShareCount: 2,
  },
].map((group, place, all) => ({ tags, ...group, priority: all.length - place }));
