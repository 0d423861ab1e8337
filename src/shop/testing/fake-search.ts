import type { SearchAnswer, Suggestions } from '../../modules/content/contract.ts'
import type { ShopApi } from '../client/api.ts'

export interface SearchWorld {
  readonly search?: Partial<SearchAnswer>
  readonly suggestions?: Partial<Suggestions>
}

const none = async () => ({ items: [] })
type Faked = Pick<ShopApi['content'], 'search' | 'suggest' | 'bookingMessages' | 'sendBookingMessage'>

/** What every search of the world finds, by default nothing; and no messages. */
export const searchAndMessages = ({ search, suggestions }: SearchWorld): Faked => ({
  search: async ({ q }) => ({
    ...{ q, corrected: null, total: 0, groups: [], kinds: [], places: [], pages: [] },
    ...search,
  }),
  suggest: async ({ q }) => ({ q, corrected: null, total: 0, items: [], ...suggestions }),
  bookingMessages: none,
  sendBookingMessage: none,
})
