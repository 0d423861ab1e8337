import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { textOf } from '../text.ts'
import { withAnswers } from './arrivals.ts'
import { hearAnswers, queueOf, useQueueState } from './use-marks.ts'
import { clockOf } from './words.ts'

const t = textOf('checkIn')
const retryMs = 5_000

/** Sends waiting marks from every back-office page: when it opens, when the connection is back, and at intervals. */
export function MarkSync({ user }: { user: Profile }) {
  const client = useQueryClient()
  const queue = queueOf(user)
  const { marks } = useQueueState(queue)
  const isWaiting = marks.some(({ user_id, refusal }) => user_id === user.id && refusal === null)
  useEffect(
    () =>
      hearAnswers((answered) => {
        // A list requested earlier would show these people as not arrived.
        void client.cancelQueries({ queryKey: ['check-in'] })
        client.setQueriesData({ queryKey: ['check-in'] }, (loaded) => withAnswers(loaded as never, answered))
        void client.invalidateQueries({ queryKey: ['check-in'] })
        for (const { mark, result } of answered)
          if (result.outcome === 'already' && result.arrival) {
            const facts = { reference: mark.booking_reference, time: clockOf(result.arrival.at), by: result.arrival.by }
            showToast({ tone: 'info', title: t('alreadyTitle'), description: t('already', facts) })
          }
      }),
    [client],
  )
  useEffect(() => {
    const send = () => {
      queue.refresh()
      void queue.flush()
    }
    send()
    // 'storage': another tab added or sent marks.
    for (const event of ['online', 'focus', 'storage']) window.addEventListener(event, send)
    return () => {
      for (const event of ['online', 'focus', 'storage']) window.removeEventListener(event, send)
    }
  }, [queue])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void queue.flush(), retryMs)
    return () => clearInterval(timer)
  }, [queue, isWaiting])
  return null
}
