import { History, Percent } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { textOf } from '../../text.ts'
import type { EditedKind } from '../edited-kind.ts'
import { type CatalogueSearch, filterOf } from '../search.ts'
import { PriceDialog, type Which } from './price-dialog.tsx'
import { RecentDialog } from './recent-dialog.tsx'

const t = textOf('catalogue')
type Props = { edited: EditedKind; search: CatalogueSearch; total: number }

/** Changes all items that the filter matches, and leads to earlier changes. */
export function PriceButtons({ edited, search, total }: Props) {
  const [open, setOpen] = useState<'change' | 'recent' | null>(null)
  const { status, ...others } = filterOf(search)
  if (status === 'trash' || edited.priceFields.length === 0) return null
  const which: Which = { filter: { ...others, ...(status && { status }) } }
  const close = () => setOpen(null)
  return (
    <>
      {total > 0 ? (
        <Button variant="quiet" size="sm" icon={<Percent aria-hidden="true" />} onClick={() => setOpen('change')}>
          {t('changePrices')}
        </Button>
      ) : null}
      <Button variant="quiet" size="sm" icon={<History aria-hidden="true" />} onClick={() => setOpen('recent')}>
        {t('recentPrices')}
      </Button>
      {open === 'change' ? (
        <PriceDialog edited={edited} which={which} count={total} onDone={close} onClose={close} />
      ) : null}
      {open === 'recent' ? <RecentDialog edited={edited} onClose={close} /> : null}
    </>
  )
}
