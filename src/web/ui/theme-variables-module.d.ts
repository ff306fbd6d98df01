/** The CSS variables of the theme, imported for its side effect. */
declare module "virtual:theme-variables.css" {}
