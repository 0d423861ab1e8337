import texts from 'shop-messages:documents,visa,bookingMissing,issued'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { documentsHref } from '../../modules/booking/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useBookingAccess } from '../booking-view/booking-access.ts'
import { BookingMissing } from '../booking-view/booking-missing.tsx'
import { IssuedDocuments } from '../booking-view/issued-documents.tsx'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, paperworkQuery } from '../client/queries.ts'
import { NoScript } from '../form/no-script.tsx'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { usePage } from '../routing/page.ts'
import { DocumentList } from './document-list.tsx'
import { PersonForm } from './person-form.tsx'
import { LinkList, type Paperwork, peopleOf } from './traveller-links.tsx'

addMessages(texts)

/**
 * Travellers add details and documents here through the signed link (C099), and download issued documents. Uploaded
 * documents are never shown.
 */
export function BookingDocumentsPage() {
  const access = useBookingAccess()
  const { isMissing } = usePage()
  return access && !isMissing ? <LoadedPaperwork access={access} /> : <BookingMissing />
}

function LoadedPaperwork({ access }: { access: BookingAccess }) {
  const t = useText('documents')
  const { api } = useShop()
  const { search } = usePage()
  const queryClient = useQueryClient()
  const query = paperworkQuery(api, access)
  const { data: paperwork } = useSuspenseQuery(query)
  const { only } = paperwork
  const people = peopleOf(paperwork).filter(({ position }) => only === null || position === only)
  const isPerTraveller = paperwork.requirements.some((each) => each.perTraveller)
  const wanted = only === null ? search.traveller : String(only + 1)
  const person = isPerTraveller ? people.find(({ position }) => String(position + 1) === wanted) : undefined
  const isAllThere = paperwork.missing.length === 0 && (!isPerTraveller || people.every((each) => each.travelerId))
  return (
    <div className="wide max-w-3xl py-8">
      <PageHead title={t('title')} isPrivate />
      <h1>{t('title')}</h1>
      <p className="mt-2 mb-6 text-ink-2">
        {t('intro', { reference: paperwork.booking_reference, service: paperwork.service_title })}
      </p>
      <div className="grid gap-6">
        <IssuedDocuments
          issued={paperwork.issued_documents}
          again={async () => (await queryClient.fetchQuery({ ...query, staleTime: 0 })).issued_documents}
        />
        <StateNotice paperwork={paperwork} isAllThere={isAllThere} />
        {paperwork.isOpen && paperwork.requirements.length > 0 ? <NoScript /> : null}
        {person ? (
          <PersonForm key={person.position} access={access} paperwork={paperwork} person={person} />
        ) : (
          <>
            {isPerTraveller ? <LinkList paperwork={paperwork} access={access} /> : null}
            <DocumentList
              access={access}
              paperwork={paperwork}
              travelerId={null}
              title={t('booking')}
              isOpen={paperwork.isOpen}
            />
          </>
        )}
        {person && people.length > 1 ? (
          <ShopLink
            href={documentsHref(access.bookingId, access.token)}
            className={buttonClass({ variant: 'quiet' }, '-ms-4 justify-self-start')}
          >
            <ArrowLeft aria-hidden="true" className="mirror" />
            {t('all')}
          </ShopLink>
        ) : null}
      </div>
    </div>
  )
}

function StateNotice({ paperwork, isAllThere }: { paperwork: Paperwork; isAllThere: boolean }) {
  const t = useText('documents')
  if (!paperwork.isOpen) return <Notice tone="info" title={t('closed')} />
  if (isAllThere) return <Notice tone="success" role="status" title={t('allThere')} />
  return null
}
