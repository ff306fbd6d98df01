/** The styles of the Mantine components in use, imported for its side effect. */
declare module "virtual:component-styles" {}
