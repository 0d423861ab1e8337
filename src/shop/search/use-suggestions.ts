import { useEffect, useState } from 'react'
import { cleanQuery } from '../../kernel/query.ts'
import type { Suggestions } from '../../modules/content/contract.ts'
import { useShop } from '../client/context.tsx'

const pauseMilliseconds = 150
const shortest = 2

/** The suggestions for what is typed: null while there are none, and when they cannot be fetched. */
export function useSuggestions(typed: string): Suggestions | null {
  const { api } = useShop()
  const [answer, setAnswer] = useState<Suggestions | null>(null)
  const q = cleanQuery(typed)
  useEffect(() => {
    if (q.length < shortest) {
      setAnswer(null)
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const next = await api.content.suggest({ q }, { signal: abort.signal }).catch(() => null)
      // An answer to earlier words comes too late.
      if (!abort.signal.aborted) setAnswer(next)
    }, pauseMilliseconds)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, q])
  return q.length < shortest ? null : answer
}
