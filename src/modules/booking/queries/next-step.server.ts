import { forAnswer } from '../../../kernel/messages.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { HistoryEntry } from '../history.server.ts'
import { type CaseProgress, caseProgress } from '../rules/case-stages.ts'
import { type NewestDocument, openDocuments } from '../rules/documents.ts'
import { nextStepOf, type OpenDocument } from '../rules/next-step.ts'
import { isOpenForDocuments } from '../rules/states.ts'
import { peopleIn } from '../rules/travellers.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import type { BookingRecord, PreparedMove } from '../tables.server.ts'
import type { BookingView } from '../view-contract.ts'
import { readNewestDocuments, readTravellerNames, requirementsOf } from './paperwork.server.ts'

interface Known {
  readonly service: CatalogueService
  readonly history: readonly HistoryEntry[]
  readonly prepared: PreparedMove | null
  readonly delivered: BookingView['issued_documents']
}
type Shown = Pick<BookingView, 'next_step' | 'case_progress'>

/** What the customer does next, and the stages of a case. Two statements for kinds with documents, else none. */
export async function viewNextStep(deps: BookingDeps, booking: BookingRecord, known: Known): Promise<Shown> {
  const documents = await readDocumentState(deps, booking, known)
  const { history, prepared, delivered } = known
  const { until, ...step } = nextStepOf(
    {
      booking_status: booking.booking_status,
      payment_status: booking.payment_status,
      isChecking: booking.payment_checking_since !== null,
      awaitsAgency: booking.awaits_agency,
      isCash: booking.payment_gateway === 'cash_on_arrival',
      finalMinor: booking.final_minor,
      paidMinor: booking.paid_minor,
      refundedMinor: booking.refunded_minor,
      refundDueMinor: booking.refund_due_minor,
      expiresAt: booking.expires_at,
      startsAt: booking.starts_at,
      events: history.map(({ event }) => event),
      moveHeldUntil: prepared?.held_until ?? null,
      open: documents?.open ?? [],
      hasDocuments: documents !== null,
      delivered: delivered.length,
      expectedBy: documents?.progress.expectedBy ?? null,
    },
    deps.clock(),
  )
  return {
    next_step: { ...step, until: until?.toISOString() ?? null },
    case_progress: documents && viewProgress(documents.progress),
  }
}

const viewProgress = ({ stages, expectedBy }: CaseProgress): BookingView['case_progress'] => ({
  stages: stages.map(({ stage, isDone, at }) => ({ stage, is_done: isDone, at: at?.toISOString() ?? null })),
  expected_by: expectedBy,
})

type DocumentState = { readonly open: readonly OpenDocument[]; readonly progress: CaseProgress }

/** What the customer still has to upload. Two statements for kinds that require documents, else none. */
export async function readMissingDocuments(
  deps: BookingDeps,
  booking: BookingRecord,
  service: CatalogueService,
): Promise<AdminBookingView['missing_documents']> {
  if (!isOpenForDocuments(booking.booking_status)) return []
  const uploaded = await readOpenDocuments(deps, booking, service)
  return (uploaded?.open ?? []).map(({ label, name }) => ({ label, traveller: name }))
}

type Uploaded = { readonly open: readonly OpenDocument[]; readonly newest: readonly NewestDocument[] }
/** Null for a booking that needs no documents. */
async function readOpenDocuments(
  deps: BookingDeps,
  booking: BookingRecord,
  service: CatalogueService,
): Promise<Uploaded | null> {
  const requirements = requirementsOf(deps, booking, service)
  if (!requirements.some(({ required }) => required)) return null
  const [travellers, newest] = await Promise.all([
    readTravellerNames(deps.db, booking.id),
    readNewestDocuments(deps.db, booking.id),
  ])
  const ids = travellers.map(({ id }) => id)
  const missing = openDocuments(requirements, ids, peopleIn(booking), newest)
  const open = missing.map(({ name, travelerId }): OpenDocument => {
    const traveller = travellers.find(({ id }) => id === travelerId)
    return {
      label: forAnswer(requirements.find((each) => each.name === name)?.label ?? name),
      traveller: travelerId,
      name: traveller ? `${traveller.first_name} ${traveller.last_name}`.trim() : null,
      isUnnamed: travelerId === null && requirements.some((each) => each.name === name && each.perTraveller),
      rejection: rejectionOf(newest, name, travelerId),
    }
  })
  return { open, newest }
}

async function readDocumentState(
  deps: BookingDeps,
  booking: BookingRecord,
  { service, history, delivered }: Known,
): Promise<DocumentState | null> {
  const uploaded = await readOpenDocuments(deps, booking, service)
  if (uploaded === null) return null
  const { open, newest } = uploaded
  const isPerTraveller = deps.kinds.find(booking.service_type)?.issues?.perTraveller ?? false
  const progress = caseProgress({
    history,
    open: open.length,
    documents: newest,
    deliveredAt: lastDelivery(delivered, isPerTraveller ? peopleIn(booking) : 1),
    isClosed: !isOpenForDocuments(booking.booking_status),
    isPaid: booking.paid_minor > 0,
    processingDays: deps.kinds.find(booking.service_type)?.processingDays?.(service, booking.application_terms) ?? null,
    timeZone: booking.time_zone,
  })
  return { open, progress }
}

const rejectionOf = (newest: readonly NewestDocument[], name: string, travelerId: string | null): string | null =>
  newest.find((each) => each.name === name && each.travelerId === travelerId)?.wanted ?? null

/** Null until all `wanted` documents are delivered. */
function lastDelivery(delivered: BookingView['issued_documents'], wanted: number): Date | null {
  const times = delivered.map(({ delivered_at }) => delivered_at).sort()
  const last = times.at(-1)
  return last !== undefined && times.length >= wanted ? new Date(last) : null
}
