import texts from 'shop-messages:meetingPoint'
import { ExternalLink } from 'lucide-react'
import type { Coordinates } from '../../services/shared/coordinates.ts'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

/** Opens the map app of a phone, or the map in the browser. */
const mapHref = ({ latitude, longitude }: Coordinates): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`

export function MapLink({ at, className }: { at: Coordinates; className: string }) {
  const t = useText('meetingPoint')
  return (
    <a href={mapHref(at)} target="_blank" rel="noopener" className={className}>
      <ExternalLink aria-hidden="true" />
      {t('openMap')}
      <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}

export const Numbers = ({ at: { latitude, longitude } }: { at: Coordinates }) => (
  <bdi dir="ltr">{`${latitude}, ${longitude}`}</bdi>
)
