// The part of autocannon's interface that the benchmarks use; the package has no types.
declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly amount: number
    readonly connections: number
    readonly headers?: Readonly<Record<string, string>>
    readonly timeout?: number
  }
  interface Result {
    readonly errors: number
    readonly timeouts: number
    readonly non2xx: number
  }
  interface Run extends Promise<Result> {
    on(event: 'response', listener: () => void): void
  }
  export default function autocannon(options: Options): Run
}
