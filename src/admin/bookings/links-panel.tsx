import { textOf } from '../text.ts'
import { type Booking, Panel } from './panel.tsx'
import { ShareLink } from './share-link.tsx'

const t = textOf('shareLink')

/** Links to pass on to the customer. The link to pay is with the payment. */
export const LinksPanel = ({ booking }: { booking: Booking }) => (
  <Panel id="links" title={t('title')}>
    <ShareLink booking={booking} page="tracker" />
    {booking.missing_documents.length > 0 || booking.documents.length > 0 ? (
      <ShareLink booking={booking} page="documents" />
    ) : null}
  </Panel>
)
