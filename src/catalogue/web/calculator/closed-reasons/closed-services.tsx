import { Text } from "@mantine/core";
import { sharedSource, statementsOf, statementText, type Judged } from "./closed-reason-text.ts";
import { SharedSource } from "./shared-source.tsx";

type ClosedService = Pick<Judged, "reasons"> & {
  readonly service: { readonly code: string; readonly name: string };
};

/** The services that do not take something with every reason, and once the source that all of them share. */
export function ClosedServiceList<One extends ClosedService>(props: {
  closed: readonly One[];
  classNames?: { readonly list?: string; readonly service?: string; readonly reasons?: string };
  /** What is said of one besides. */
  furtherOf?: (service: One) => readonly string[];
}) {
  const { closed, classNames = {}, furtherOf } = props;
  const shared = sharedSource(closed.map(({ reasons }) => ({ reasons })));
  return (
    <>
      <ul className={`plain-list ${classNames.list ?? ""}`}>
        {closed.map((one) => (
          <li key={one.service.code} className={classNames.service} data-closed>
            <Text span size="sm" fw={500}>
              {one.service.name}
            </Text>
            <ul className={`plain-list ${classNames.reasons ?? ""}`}>
              {statementsOf({ reasons: one.reasons }).map((statement) => (
                <li key={statement.key}>
                  <Text span size="sm">
                    {statementText(statement, shared)}
                  </Text>
                </li>
              ))}
              {furtherOf?.(one).map((text) => (
                <li key={text}>
                  <Text span size="sm">
                    {text}
                  </Text>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <SharedSource shared={shared} />
    </>
  );
}
