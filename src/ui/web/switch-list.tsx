import { Stack, Switch } from "@mantine/core";

/** Switches one below the other, each with its label and description. */
export function SwitchList<Name extends string>(props: {
  switches: readonly {
    readonly name: Name;
    readonly label: string;
    readonly description: string;
  }[];
  values: Readonly<Record<Name, boolean>>;
  onTurn: (name: Name, isOn: boolean) => void;
}) {
  return (
    <Stack gap="lg">
      {props.switches.map(({ name, label, description }) => (
        <Switch
          key={name}
          label={label}
          aria-label={label}
          description={description}
          checked={props.values[name]}
          onChange={(event) => props.onTurn(name, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}
