// The error an operation throws to refuse: a stable code and the facts that explain it.

/**
 * A refusal that reaches whoever asked. `code` names an entry of the problem catalogue, from which
 * the status and the sentence shown follow; `details` holds the facts that belong to it (numbers,
 * limits, names) and nothing secret, since it is sent as it is. `sentence` replaces the
 * catalogue's where those facts belong into the words; null keeps the catalogue's.
 */
export class ApiErrorDefinition extends Error {
  override readonly name = "Problem";
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly sentence: string | null;

  constructor(
    code: string,
    details: Readonly<Record<string, unknown>> = {},
    sentence: string | null = null,
  ) {
    super(sentence === null ? code : `${code}: ${sentence}`);
    this.code = code;
    this.details = details;
    this.sentence = sentence;
  }
}
