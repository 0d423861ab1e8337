import { useQueryClient } from '@tanstack/react-query'
import { type OwnReview, reviewErrors } from '../../modules/review/index.ts'
import { useShop } from '../client/context.tsx'
import { accessOf, type BookingAccess, ownReviewQuery } from '../client/queries.ts'
import { useDraftForm } from '../form/use-draft-form.ts'
import { useText } from '../intl/intl.tsx'

export const reviewFields = ['rating', 'body', 'shown_name'] as const

const valuesOf = (form: HTMLFormElement) => {
  const data = new FormData(form)
  const value = (name: (typeof reviewFields)[number]) => String(data.get(name) ?? '')
  return { rating: Number(value('rating')), body: value('body').trim(), shown_name: value('shown_name').trim() }
}

export function useReviewForm(access: BookingAccess, own: OwnReview, onDone: () => void) {
  const { api } = useShop()
  const client = useQueryClient()
  return useDraftForm({
    draft: `safar-review:${access.bookingId}`,
    words: useText('reviewPage'),
    valuesOf,
    check: reviewErrors,
    send: async (written) => {
      const saved = await api.review.save({ ...accessOf(access), ...written, version: own.review?.version ?? 0 })
      client.setQueryData(ownReviewQuery(api, access).queryKey, saved)
      onDone()
    },
  })
}
