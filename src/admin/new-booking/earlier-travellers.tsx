import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EarlierTraveller } from '../../modules/customer/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, ChoiceGroup } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'
import { controlId } from './sale.ts'
import { judgedIn, keyOf } from './taken-travellers.ts'
import type { Chosen, SaleForm } from './use-sale.ts'

const t = textOf('earlierTravellers')
type Props = { form: SaleForm; chosen: Chosen }

/** What the customer's earlier bookings know of those who travel. Passports are read when staff ask for them. */
export function EarlierTravellers(props: Props) {
  const [shownFor, setShownFor] = useState('')
  const { draft } = props.form
  const { hasTravellers, takeOver } = props.chosen.kind
  if (draft.customerId === '' || !(hasTravellers || takeOver)) return null
  if (shownFor === draft.customerId) return <Travellers {...props} />
  return (
    <Button variant="secondary" className="justify-self-start" onClick={() => setShownFor(draft.customerId)}>
      {t('show')}
    </Button>
  )
}

function Travellers({ form, chosen }: Props) {
  const { customerId } = form.draft
  const query = useQuery({
    queryKey: ['customer-travellers', customerId],
    queryFn: () => api.customer.admin.travellers({ customerId }),
    // Each look is in the audit trail.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  if (query.isError)
    return (
      <Notice tone="danger" role="alert" title={t('failed')}>
        <Button variant="secondary" size="sm" onClick={() => void query.refetch()}>
          {textOf('shell')('retry')}
        </Button>
      </Notice>
    )
  const travellers = query.data?.items ?? []
  return (
    <div className="grid gap-3">
      <p role="status" className={travellers.length > 0 ? 'sr-only' : 'text-sm text-ink-2'}>
        {query.data ? t(travellers.length > 0 ? 'found' : 'none', { count: travellers.length }) : t('loading')}
      </p>
      {travellers.length > 0 ? (
        chosen.kind.hasTravellers ? (
          <Choices form={form} chosen={chosen} travellers={travellers} />
        ) : (
          <Passengers form={form} chosen={chosen} travellers={travellers} />
        )
      ) : null}
    </div>
  )
}

type ListProps = Props & { travellers: readonly EarlierTraveller[] }
const factsOf = ({ date_of_birth, passport_number, passport_expiry, booking_reference }: EarlierTraveller): string =>
  [
    date_of_birth && t('born', { day: date_of_birth }),
    passport_number && t('passport', { number: passport_number }),
    passport_expiry && t('expires', { day: passport_expiry }),
    t('of', { reference: booking_reference }),
  ]
    .filter(Boolean)
    .join(' · ')

/** Those who are chosen are saved with the booking. */
function Choices({ form, chosen, travellers }: ListProps) {
  const { draft, change, errors } = form
  const judged = judgedIn(draft, chosen)
  const choose = (taken: readonly EarlierTraveller[]) => {
    const next = judgedIn({ ...draft, taken }, chosen)
    const of = (type: string) => next.filter((each) => each.type === type).length
    const most = chosen.item.party
    change({
      taken,
      adults: Math.min(Math.max(draft.adults, of('adult')), most.adults.max),
      children: Math.min(Math.max(draft.children, of('child')), most.children?.max ?? 0),
    })
  }
  return (
    <>
      <ChoiceGroup legend={t('choose')} name="taken-travellers" error={errors.taken}>
        <div id={controlId('taken')} tabIndex={-1} className="grid outline-none">
          {travellers.map((traveller) => {
            const own = judged.find((each) => keyOf(each.traveller) === keyOf(traveller))
            return (
              <Checkbox
                key={keyOf(traveller)}
                label={traveller.name}
                hint={listed([factsOf(traveller), ...(own?.warnings ?? [])], 'dots')}
                error={own?.errors.join(' ') || undefined}
                checked={own !== undefined}
                onChange={({ target }) =>
                  choose(
                    target.checked
                      ? [...draft.taken, traveller]
                      : draft.taken.filter((each) => keyOf(each) !== keyOf(traveller)),
                  )
                }
              />
            )
          })}
        </div>
      </ChoiceGroup>
      {draft.taken.length > 0 ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {(['arrival', 'departure'] as const).map((name) => (
            <Field key={name} id={controlId(name)} label={t(name)} required error={errors[name]}>
              <TextInput type="date" value={draft[name]} onChange={({ target }) => change({ [name]: target.value })} />
            </Field>
          ))}
        </div>
      ) : null}
    </>
  )
}

/** Of a kind for one passenger: choosing fills in its answers. */
const Passengers = ({ form: { draft, change }, chosen: { kind }, travellers }: ListProps) => (
  <ul aria-label={t('choose')} className="card divide-y divide-line overflow-hidden">
    {travellers.map((traveller) => (
      <li key={keyOf(traveller)}>
        <button
          type="button"
          onClick={() => change({ details: { ...draft.details, ...kind.takeOver?.(traveller) } })}
          className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-4 px-4 py-2 text-start wrap-anywhere hover:bg-sunken"
        >
          <span className="font-semibold">{traveller.name}</span>
          <span className="text-sm text-ink-2">{factsOf(traveller)}</span>
        </button>
      </li>
    ))}
  </ul>
)
