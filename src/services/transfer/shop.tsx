import sharedMessages from 'room-messages:services/shared/shop'
import messages from 'room-messages:services/transfer/shop'
import { ArrowRight } from 'lucide-react'
import type { Text } from '../../kernel/messages.ts'
import { useSay } from '../../ui/say.tsx'
import type { Fact, KindShop, ShopService } from '../kind.ts'
import { formatMinutes } from '../shared/duration.ts'
import { About, Facts, known, listOf, numberOf, panel, Section, Ticks, written } from '../shared/panels.tsx'
import { termsPanels } from '../shared/terms-panel.ts'
import { text } from './text.ts'

const seats = ({ details }: ShopService): Text => {
  const seats = numberOf(details.max_passengers)
  return seats === null ? '' : text('shop.seats', { count: seats })
}
const duration = ({ durationMinutes }: ShopService): Text =>
  durationMinutes === null ? '' : formatMinutes(durationMinutes)

const facts = (service: ShopService): Fact[] =>
  known([written(service, 'transfer_type'), duration(service), written(service, 'vehicle_type'), seats(service)])

function CardText({ service: { details, languages } }: { service: ShopService }) {
  const say = useSay()
  const [from = ''] = listOf(details.pickup_locations)
  const [to = ''] = listOf(details.dropoff_locations)
  return (
    <>
      {from === '' && to === '' ? null : (
        <dl className="mt-3 flex flex-wrap items-end gap-x-3 gap-y-1 border-y border-dashed border-line py-2.5 [.card-row_&]:hidden">
          <RouteEnd term={say(text('shop.from'))} place={from} lang={languages?.['details.pickup_locations']} />
          <ArrowRight aria-hidden="true" className="mirror mb-0.5 size-5 text-control" />
          <RouteEnd term={say(text('shop.to'))} place={to} lang={languages?.['details.dropoff_locations']} />
        </dl>
      )}
      <ul
        aria-label={say(text('shop.features'))}
        className="ticks mt-3 gap-1 text-sm text-ink-2"
        lang={languages?.['details.features']}
      >
        {listOf(details.features).map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </>
  )
}

/** Both ends side by side, or below each other where a word would break. */
function RouteEnd({ term, place, lang }: { term: string; place: string; lang: string | undefined }) {
  return (
    <div className="min-w-min flex-1 basis-0 self-stretch">
      <dt className="text-xs text-ink-2">{term}</dt>
      <dd className="line-clamp-3 leading-snug font-semibold">
        <bdi lang={lang}>{place}</bdi>
      </dd>
    </div>
  )
}

function ArriveEarly() {
  const say = useSay()
  return <p className="mt-4 text-ink-2">{say(text('shop.arriveEarly'))}</p>
}

export const shop = {
  messages: [sharedMessages, messages],
  facts,
  card: { facts, Text: CardText, hidesPlace: true },
  pickupPlaces: ({ details }) => listOf(details.pickup_locations),
  panels: (service) => {
    const { details } = service
    return [
      panel(
        'overview',
        text('shop.overview'),
        <>
          <About details={details} />
          <Section>
            <Facts
              rows={[
                [text('shop.from'), ...written(service, 'pickup_locations')],
                [text('shop.to'), ...written(service, 'dropoff_locations')],
                [text('shop.duration'), duration(service)],
                [text('shop.vehicle'), ...written(service, 'vehicle_type')],
                [text('shop.capacity'), seats(service)],
              ]}
            />
            <ArriveEarly />
          </Section>
        </>,
      ),
      panel(
        'features',
        text('shop.features'),
        <>
          <Ticks items={details.features} />
          <Ticks title={text('shop.amenities')} items={details.amenities} />
        </>,
      ),
      ...termsPanels(details),
    ]
  },
} satisfies KindShop
