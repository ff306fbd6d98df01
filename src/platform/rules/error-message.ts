// A message for any thrown value, since code may throw values that are no errors or errors without a message.

/** How much of a message is stored with what failed. */
export const longestReason = 2000;

/** Describes a value without a message by its type and keys; never by its contents, which may be personal data. */
function describeValue(thrown: unknown): string {
  if (typeof thrown === "function") return "A function was thrown.";
  if (thrown === "") return "An empty text was thrown.";
  if (typeof thrown !== "object" || thrown === null) return `${String(thrown)} was thrown.`;
  if (Array.isArray(thrown)) return "A list was thrown.";
  const names = Object.keys(thrown).slice(0, 10).join(", ");
  return names === "" ? "An empty object was thrown." : `An object with ${names} was thrown.`;
}

function readMessage(thrown: unknown): string {
  if (typeof thrown === "string" && thrown !== "") return thrown;
  if (typeof thrown !== "object" || thrown === null) return describeValue(thrown);
  if ("message" in thrown && typeof thrown.message === "string" && thrown.message !== "")
    return thrown.message;
  if (thrown instanceof AggregateError && thrown.errors.length > 0)
    return [...new Set(thrown.errors.slice(0, 5).map(messageOf))].join("; ");
  return thrown instanceof Error ? thrown.name : describeValue(thrown);
}

/** One line about `thrown`, an error or not; it never throws itself. */
export function messageOf(thrown: unknown): string {
  try {
    return readMessage(thrown);
  } catch {
    return "Something was thrown that cannot be read.";
  }
}
