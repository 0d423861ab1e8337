import texts from 'shop-messages:enquiry'
import { createPortal } from 'react-dom'
import { Dialog } from '../../ui/dialog.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { type AskedItem, EnquiryForm } from './enquiry-form.tsx'

addMessages(texts)

/** Asks the agency for dates that an item does not have. Loaded when it opens. */
export function AskDialog({ item, onClose }: { item: AskedItem; onClose: () => void }) {
  const t = useText('enquiry')
  // Outside the booking form in the page, because a form cannot hold another; React would still pass its events on.
  return createPortal(
    <div role="presentation" onSubmit={(event) => event.stopPropagation()}>
      <Dialog open onClose={onClose} title={t('askTitle')} closeLabel={t('askClose')} size="wide">
        <p className="mb-4 text-ink-2">{t('askIntro')}</p>
        <EnquiryForm topic="departure" title={item.title} subject={item.title} item={item} />
      </Dialog>
    </div>,
    document.body,
  )
}
