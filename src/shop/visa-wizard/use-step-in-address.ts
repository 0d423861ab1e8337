import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useShop } from '../client/context.tsx'
import { localHref } from '../routing/local-href.ts'
import { usePage } from '../routing/page.ts'
import { hrefOf } from '../routing/search.ts'
import { isStep, type Step } from './step-names.ts'

/** The wizard's step is in the address, so that Back goes one step back and a reload stays. */
export function useStepInAddress() {
  const router = useRouter()
  const { search } = usePage()
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  const { prefix } = useShop()
  const { pathname } = router.state.location
  const addressOf = (step: Step | null) => localHref(prefix, hrefOf(pathname, { ...search, step: step ?? undefined }))
  const step = isAlive && isStep(search.step) ? search.step : null
  const push = (next: Step) => router.history.push(addressOf(next))
  return {
    step,
    addressOf,
    open: () => push('selection'),
    onStep: (next: Step, way: 'on' | 'back') => {
      if (way === 'on' && next !== 'success') return push(next)
      // A paid step is not returned to.
      router.history.replace(addressOf(next))
    },
    close: () => router.history.replace(addressOf(null)),
  }
}
