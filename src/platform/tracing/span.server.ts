export type Attributes = Readonly<Record<string, string | number>>

export interface Span {
  /** W3C traceparent, for the jobs that this span queues. */
  readonly traceparent: string
  readonly traceId: string
  /** `error` is a code or a class, never a message. */
  readonly end: (result?: { name?: string; attributes?: Attributes; error?: string | undefined }) => void
}
