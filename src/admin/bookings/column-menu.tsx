import { Columns3 } from 'lucide-react'
import { listColumns } from '../../modules/booking/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Popup } from '../lists/popup.tsx'
import { textOf } from '../text.ts'
import { type ColumnChoice, toggleColumn } from './columns.ts'

const t = textOf('bookings')

/** Cards on phones have no columns. */
export const ColumnMenu = ({ columns, choose, reset }: ColumnChoice) => (
  <Popup
    label={t('columnMenu')}
    title={t('columnsShown')}
    icon={<Columns3 aria-hidden="true" />}
    className="max-md:hidden"
  >
    {() => (
      <>
        <p className="text-sm text-ink-2">{t('columnsHint')}</p>
        <fieldset className="my-1">
          <legend className="sr-only">{t('columnsShown')}</legend>
          {listColumns.map((column) => (
            <Checkbox
              key={column}
              label={t(`columns.${column}`)}
              checked={columns.includes(column)}
              onChange={() => choose(toggleColumn(columns, column))}
            />
          ))}
        </fieldset>
        <Button variant="quiet" size="sm" disabled={columns.length === listColumns.length} onClick={reset}>
          {t('columnsReset')}
        </Button>
      </>
    )}
  </Popup>
)
