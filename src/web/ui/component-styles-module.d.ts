/** The styles of the Mantine components in use; importing it is its whole effect. */
declare module "virtual:component-styles" {}
