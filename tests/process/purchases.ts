import { type Booked, book, pay } from './visitors.ts'

export type Purchases = {
  /** Ids that the shop has acknowledged. */
  readonly bookings: string[]
  readonly payments: string[]
  /** When bookings were acknowledged, by performance.now(). */
  readonly at: number[]
  readonly reached: (n: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Visitors who book and pay all the time, through every failure. */
export function startPurchases(urls: readonly string[], visitors: number): Purchases {
  const [bookings, payments, at]: [string[], string[], number[]] = [[], [], []]
  const waiting = new Set<() => void>()
  let isOver = false
  const buy = async (url: string): Promise<void> => {
    const booked: Booked = await book(url)
    bookings.push(booked.id)
    at.push(performance.now())
    payments.push(await pay(url, booked))
    for (const look of [...waiting]) look()
  }
  const visit = async (n: number): Promise<void> => {
    while (!isOver) await buy(urls[n % urls.length] ?? '').catch(() => {})
  }
  const over = Promise.all(Array.from({ length: visitors }, (_, n) => visit(n)))
  return {
    ...{ bookings, payments, at },
    reached: (n) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (payments.length >= n) resolve()
        }
        waiting.add(look)
        look()
      }),
    stop: async () => {
      isOver = true
      await over
    },
  }
}

type Server = { readonly query: <T extends Record<string, unknown>>(text: string) => Promise<T[]> }

/** How many acknowledged bookings and payments this server does not have. */
export async function countLost(server: Server, { bookings, payments }: Purchases): Promise<number> {
  const known = async (table: string): Promise<ReadonlySet<string>> =>
    new Set((await server.query<{ id: string }>(`select id from ${table}`)).map(({ id }) => id))
  const [booked, paid] = [await known('bookings'), await known('payment_attempts')]
  return bookings.filter((id) => !booked.has(id)).length + payments.filter((id) => !paid.has(id)).length
}
