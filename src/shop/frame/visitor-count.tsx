import { useEffect, useState } from 'react'
import { useShop } from '../context.tsx'
import { useText } from '../intl.tsx'

const storageKey = 'safar-visited'
const number = new Intl.NumberFormat('en')

/** False where the browser remembers nothing: such a visit would be counted with every page. */
function isFirstVisit(): boolean {
  try {
    if (localStorage.getItem(storageKey) !== null) return false
    localStorage.setItem(storageKey, '1')
    return localStorage.getItem(storageKey) === '1'
  } catch {
    return false
  }
}
function forgetVisit(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Then it was not noted either.
  }
}

/** The footer's counter (C028, D114): comes in when the page is alive, since the page itself is kept for everybody. */
export function VisitorCount() {
  const t = useText('footer')
  const { api } = useShop()
  const [visitors, setVisitors] = useState<number | null>(null)
  useEffect(() => {
    let isGone = false
    const ask = async () => {
      const isFirst = isFirstVisit()
      try {
        const answer = await (isFirst ? api.content.countVisit() : api.content.visitors())
        if (!isGone) setVisitors(answer.visitors)
      } catch {
        // Nobody misses it; a visit that was not counted is tried again with the next page.
        if (isFirst) forgetVisit()
      }
    }
    // After all that the page itself needs.
    const timer = setTimeout(() => void ask(), 1_500)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [api])
  return (
    <span className="min-h-5" data-visitors="">
      {visitors === null ? null : t('visitors', { count: number.format(visitors) })}
    </span>
  )
}
