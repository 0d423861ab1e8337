/** So that the customer gets an answer within 10 seconds. */
const defaultCallBudget = 8_000
/** All provider calls of one request together may take this many times the budget of one call. */
const requestShare = 9 / 8

/** Time limits of provider calls, in milliseconds. Tests set shorter ones. */
export type Patience = {
  readonly callBudget?: number
  /** On the clock of performance.now(). */
  readonly answerBy?: number
}

/** For a request that a person or provider waits for: all its provider calls share one time limit. */
export const withAnswerBy = <D extends object>(deps: D & Patience): D & { readonly answerBy: number } => ({
  ...deps,
  answerBy: performance.now() + (deps.callBudget ?? defaultCallBudget) * requestShare,
})

export const timeLeft = ({ callBudget = defaultCallBudget, answerBy }: Patience): number =>
  answerBy === undefined ? callBudget : Math.max(0, Math.min(callBudget, answerBy - performance.now()))
