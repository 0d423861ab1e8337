import { changedPrice } from '../../modules/booking/index.ts'
import type { PriceBreakdown } from '../../services/kind.ts'
import type { Rejection } from '../../ui/priced-form/engine.ts'
import { type Problem, readProblem, type ShopApi } from '../client/api.ts'
import { useShop } from '../client/context.tsx'

type QuoteInput = Parameters<ShopApi['booking']['quote']>[0]

/** The server's price for a booking form. */
export function useServerPrice() {
  const { api, queryClient } = useShop()
  return {
    fetchQuote: (input: QuoteInput, isFresh: boolean) =>
      queryClient.fetchQuery({
        queryKey: ['quote', input],
        queryFn: async () => (await api.booking.quote(input)).price as PriceBreakdown,
        staleTime: isFresh ? 0 : 30_000,
        retry: false,
      }),
    /** Asks the server about a promo code: '' when it holds, else why not. */
    checkPromo: async (input: QuoteInput): Promise<string> => {
      const { errors } = await api.booking.quote(input)
      return errors.find(({ path }) => path === 'promo_code')?.message ?? ''
    },
  }
}

/** A price change, or what `refusalOf` makes of any other problem. */
export function readRejection(error: unknown, refusalOf: (problem: Problem) => Rejection): Rejection {
  const problem = readProblem(error)
  const now = changedPrice(problem.code, problem.facts)
  return now ? { now } : refusalOf(problem)
}
