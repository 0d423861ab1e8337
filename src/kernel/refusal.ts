/** Extra facts for the sentence and for problem+json; only values that the caller may see. */
export type RefusalFacts = Readonly<Record<string, string | number | boolean | null>>
export type FieldError = Readonly<{ path: string; message: string }>

/**
 * An expected "no": a command throws it, `web/refusals.ts` turns its code into a status and a sentence.
 * Anything else that is thrown is a bug (logged, 500). `code` is 'room/what', for example 'booking/not-payable'.
 */
export class Refusal extends Error {
  readonly code: string
  readonly facts: RefusalFacts
  /** For input: which field is wrong and why, in the words that the screen shows. */
  readonly errors: readonly FieldError[]

  constructor(code: string, facts: RefusalFacts = {}, errors: readonly FieldError[] = []) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
    this.errors = errors
  }
}

export const isRefusal = (error: unknown, code?: string): error is Refusal =>
  error instanceof Refusal && (code === undefined || error.code === code)
