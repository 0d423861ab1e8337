import texts from 'shop-messages:documents,visa'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Accordion } from '../../ui/accordion.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DocumentList } from '../booking-documents/document-list.tsx'
import { PersonForm } from '../booking-documents/person-form.tsx'
import { type Paperwork, PersonBadge, peopleOf, usePersonName } from '../booking-documents/traveller-links.tsx'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, paperworkQuery } from '../client/queries.ts'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

export type DocumentsSectionProps = { access: BookingAccess; onChanged: () => void }

/** Details and documents of every traveller, each with its state and an upload. */
export function DocumentsSection({ access, onChanged }: DocumentsSectionProps) {
  const t = useText('documents')
  const { api } = useShop()
  const { data: paperwork, isError } = useQuery(paperworkQuery(api, access))
  useChanges(paperwork, onChanged)
  if (isError) return <p role="alert">{t('failedText')}</p>
  if (!paperwork) return <Skeleton className="h-36" />
  return (
    <div className="grid gap-3">
      <Travellers access={access} paperwork={paperwork} />
      <DocumentList
        access={access}
        paperwork={paperwork}
        travelerId={null}
        title={t('booking')}
        isOpen={paperwork.isOpen}
      />
    </div>
  )
}

function Travellers({ access, paperwork }: { access: BookingAccess; paperwork: Paperwork }) {
  const nameOf = usePersonName()
  const people = paperwork.requirements.some((each) => each.perTraveller) ? peopleOf(paperwork) : []
  const waiting = people.find(({ missing }) => missing > 0)
  // Stays open while its last document is uploaded.
  const first = useRef(waiting?.position)
  return people.map((person) => (
    <Accordion
      key={person.position}
      open={person.position === first.current}
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="min-w-0 wrap-anywhere">{nameOf(person, paperwork)}</bdi>
          <PersonBadge person={person} />
        </span>
      }
    >
      <div className="grid gap-4">
        <PersonForm access={access} paperwork={paperwork} person={person} isTitled={false} />
      </div>
    </Accordion>
  ))
}

/** An upload changes what the customer does next. */
function useChanges(paperwork: Paperwork | undefined, onChanged: () => void) {
  const state = paperwork && JSON.stringify([paperwork.travelers, paperwork.documents])
  const known = useRef(state)
  useEffect(() => {
    if (known.current !== undefined && state !== undefined && known.current !== state) onChanged()
    known.current = state
  }, [state, onChanged])
}
