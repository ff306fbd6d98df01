/** The variables of the theme as a stylesheet; importing it is its whole effect. */
declare module "virtual:theme-variables.css" {}
