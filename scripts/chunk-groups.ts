// Groups modules of the browser application into chunks: few files compress better than many small ones.

/** Only modules of first views are grouped, not lazy ones. */
const tags = ["$initial" as const];

/** The layout of signed-in pages with its icons. */
const shell =
  /src[\\/]web[\\/]layout[\\/](protected-shell|shell-menu|sidebar-links|use-sign-out|idle-components|customer-layout|admin-layout)|lucide-react[\\/].*[\\/](credit-card|layout-dashboard|log-out|package|route|settings|ship|user|users|wallet)\.m?js$/;

/** The search field of lists. */
const search = /search-box|icons[\\/]search\.|use-debounced-callback/;

/** The status of a package in lists. */
const statuses =
  /core[\\/]package-status|web[\\/]packages[\\/](package-status-badge|leg-track)|web[\\/]ui[\\/]hint\./;

/** Password fields of auth pages and settings. */
const password =
  /@mantine[\\/]core.*[\\/]PasswordInput[\\/]|src[\\/]web[\\/]auth[\\/](password-field|reset-request-dialog|email-check|mailbox-hint)/;

/** What nearly every page uses. */
const shared = new RegExp(
  [
    String.raw`@mantine[\\/]core[\\/]esm[\\/]components[\\/](ActionIcon|Alert|Anchor|Badge|Button|Card|Center|CloseButton|Container|Group|Input|InputBase|Loader|Paper|Portal|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton)[\\/]`,
    String.raw`use-(callback-ref|computed-color-scheme|force-update|mantine-color-scheme|merged-ref|uncontrolled)\.mjs`,
    String.raw`lucide-react[\\/].*[\\/](arrow-left|menu|moon|sun)\.m?js`,
    String.raw`src[\\/]web[\\/](api|api-queries|error-reporter|plain-link|session)\.`,
    String.raw`src[\\/]web[\\/]layout[\\/](not-found-page|notice|scheme-switch)\.tsx$`,
    String.raw`src[\\/]web[\\/]ui[\\/](back-link|dialog|empty-state|error-state|lazy-component|loading-state|logo|page-header|section-card|toast|when-wanted)\.`,
  ].join("|"),
);

/** Used by every form. */
const form =
  /src[\\/](web[\\/]ui[\\/](form|text-fields|focused-alert)|web[\\/]auth[\\/]field-errors)\./;

/** The auth pages. */
const authPages =
  /src[\\/]web[\\/](layout[\\/](auth-layout|auth-illustration|public-header)|auth[\\/](sign-in|two-factor-form|code-field|verification-offer|auth-page-state))/;

/**
 * The chunk groups of the build. A module belongs to the first group that matches it.
 */
export const chunkGroups = [
  {
    name: "framework",
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack|@orpc)[\\/]|@mantine[\\/](core[\\/]esm[\\/]core|store)[\\/]/,
    minShareCount: 9,
  },
  { name: "shared", test: shared },
  // Modules of this many pages cost less in a shared chunk than as small files.
  { name: "shared", minShareCount: 18 },
  { name: "shell", test: shell },
  { name: "search", test: search, minShareCount: 2 },
  { name: "statuses", test: statuses, minShareCount: 2 },
  { name: "form", test: form, minShareCount: 2 },
  { name: "errors", test: /src[\\/]contract[\\/]errors/, minShareCount: 2 },
  { name: "password", test: password, minShareCount: 2 },
  { name: "auth-pages", test: authPages, minShareCount: 2 },
  {
    name: "table",
    test: /@mantine.*[\\/]Table[\\/]|web[\\/](ui[\\/](data-table|changed-rows|table-view)|admin[\\/](cells|email-text|failure-toast|paged-list))/,
    minShareCount: 2,
  },
].map((group, place, all) => ({ tags, ...group, priority: all.length - place }));
