import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { Passport } from '../../services/shared/nationality-rules.ts'
import { useShop } from '../client/context.tsx'
import { localHref } from '../routing/local-href.ts'
import { usePage } from '../routing/page.ts'
import { hrefOf, parseSearch } from '../routing/search.ts'
import { countryIn, passportFor } from './passport.ts'

const key = 'safar-passport'
const read = (): Passport => {
  try {
    const { nationality, residence } = JSON.parse(localStorage.getItem(key) ?? '{}') as Passport
    return { nationality: countryIn(nationality), residence: countryIn(residence) }
  } catch {
    return {}
  }
}
function remember(passport: Passport): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...read(), ...passport }))
  } catch {
    // Without storage the customer chooses again for each visa.
  }
}

/**
 * Nationality and country of residence are in the address, so that a page can be shared. A visitor who chose them for
 * another visa is not asked again. Empty until the page is alive, because cached pages are the same for everybody.
 */
export function usePassport(service: ServiceDetail) {
  const router = useRouter()
  const { prefix } = useShop()
  const { search } = usePage()
  const [isAlive, setAlive] = useState(false)
  const { pathname } = router.state.location
  const inAddress = passportFor(service.details, {
    nationality: countryIn(search.nationality),
    residence: countryIn(search.residence),
  })
  // The address of this moment: an earlier choice may not have been rendered yet.
  const show = (next: Passport) =>
    router.history.replace(
      localHref(prefix, hrefOf(pathname, { ...parseSearch(router.history.location.search), ...next })),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page; later choices are in the address
  useEffect(() => {
    setAlive(true)
    const known = passportFor(service.details, read())
    const next = {
      nationality: inAddress.nationality || known.nationality,
      residence: inAddress.residence || known.residence,
    }
    if (next.nationality !== inAddress.nationality || next.residence !== inAddress.residence) show(next)
  }, [])
  return {
    passport: isAlive ? inAddress : { nationality: '', residence: '' },
    choose: (next: Passport) => {
      remember(next)
      show(next)
    },
  }
}
