import { lazy, Suspense, useEffect, useState } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { asksResidence, type Passport } from '../../services/shared/nationality-rules.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useText } from '../intl/intl.tsx'

// The names of all countries are needed only where nationality is asked.
const SpecFields = lazy(async () => ({ default: (await import('./passport-fields.tsx')).PassportFields }))

type PassportChoiceProps = {
  service: ServiceDetail
  passport: Passport
  onChange: (next: Passport) => void
  /** Shows what is missing. */
  hasTried?: boolean
}

/** Nationality, and the country of residence where it matters. */
export function PassportChoice({ service, passport, onChange, hasTried = false }: PassportChoiceProps) {
  const t = useText('visaCard')
  const { details } = service
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  const errors = {
    ...(hasTried && !passport.nationality && { nationality: t('missing') }),
    ...(hasTried && asksResidence(details) && !passport.residence && { residence: t('missingResidence') }),
  }
  const pending = <Skeleton className="h-20" />
  // The server cannot wait for the names of the countries.
  if (!isAlive) return pending
  return (
    <Suspense fallback={pending}>
      <SpecFields details={details} passport={passport} onChange={onChange} errors={errors} />
    </Suspense>
  )
}
