import type { Message, Text } from './messages.ts'

type Fact = string | number | boolean | null | Message
/** Values for the message and for problem+json, also lists of records. The caller may see all of them. */
export type RefusalFacts = Readonly<Record<string, Fact | readonly Readonly<Record<string, Fact>>[]>>
export type FieldError<Shown extends Text = Text> = Readonly<{ path: string; message: Shown }>

/**
 * An expected "no". Commands throw it; `web/refusal-codes.ts` maps its code to a status, `web/refusals.ts` to a message.
 * Everything else that is thrown is a bug (logged, 500). `code` is 'room/what', for example 'booking/not-payable'.
 */
export class Refusal extends Error {
  readonly code: string
  readonly facts: RefusalFacts
  /** For input: which field is wrong and why, as shown on the screen. */
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
