import texts from 'shop-messages:consent'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Consent } from '../../modules/conversion/index.ts'
import { Button } from '../../ui/button.tsx'
import { useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { askConsent } from '../frame/ask-consent.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { consentNow, keepConsent } from './consent.ts'
import { followConsent, isPixelOn } from './pixel.ts'

addMessages(texts)

/** Asks visitors who have not decided yet, where the shop has a pixel, and starts it after a yes (C323). */
export function ConsentBanner() {
  const t = useText('consent')
  const shop = useShop()
  const router = useRouter()
  const { pixel } = useChrome()
  const [consent, setConsent] = useState<Consent | null>(consentNow)
  const [isAsked, setAsked] = useState(false)
  const banner = useRef<HTMLElement>(null)
  // Renders again on each page.
  const isOpen = useRouterState({ select: ({ matches }) => matches.every(({ staticData }) => !staticData.isPrivate) })
  const place = useRouterState({ select: ({ matches }) => matches.at(-1)?.id })

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page, since not every page may carry it
  useEffect(() => {
    if (pixel && consent === 'yes') followConsent({ shop, router }, pixel)
  }, [pixel, consent, place])
  useEffect(() => {
    const ask = () => setAsked(true)
    addEventListener(askConsent, ask)
    return () => removeEventListener(askConsent, ask)
  }, [])
  useEffect(() => {
    if (isAsked) banner.current?.focus()
  }, [isAsked])

  if (!pixel || !(isAsked || (isOpen && consent === null))) return null
  const decide = (next: Consent) => {
    keepConsent(next)
    setConsent(next)
    setAsked(false)
    // A loaded script cannot be unloaded.
    if (next === 'no' && isPixelOn()) location.reload()
  }
  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-label={t('label')}
      data-consent=""
      className="pointer-events-auto w-full border-t border-line bg-surface p-4 shadow-lift outline-none md:ms-5 md:w-105 md:rounded-lg md:border md:p-5"
    >
      <p className="text-sm">
        {t('question')}{' '}
        <ShopLink href="/privacy" className="underline underline-offset-4">
          {t('more')}
        </ShopLink>
      </p>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => decide('no')}>
          {t('no')}
        </Button>
        <Button variant="secondary" onClick={() => decide('yes')}>
          {t('yes')}
        </Button>
      </div>
    </section>
  )
}
