import { useEffect, useState } from 'react'
import { useReaderLocale } from '../../ui/say.tsx'
import { useShop } from '../client/context.tsx'
import { useText } from '../intl/intl.tsx'

const storageKey = 'safar-visited'

/** False when the browser stores nothing: such a visitor would be counted with every page. */
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
    // Storage failed, so the visit was not counted.
  }
}

/**
 * The footer's counter (C028, D114). It appears once the page is alive, since the page itself is cached for everyone.
 */
export function VisitorCount() {
  const t = useText('footer')
  const locale = useReaderLocale()
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
        // A visit that could not be counted is tried again with the next page.
        if (isFirst) forgetVisit()
      }
    }
    // After everything that the page itself needs.
    const timer = setTimeout(() => void ask(), 1_500)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [api])
  return (
    <span className="min-h-5" data-visitors="">
      {visitors === null ? null : t('visitors', { count: new Intl.NumberFormat(locale).format(visitors) })}
    </span>
  )
}
