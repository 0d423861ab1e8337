import { Checkbox } from '../../ui/choices.tsx'
import { agencyLanguages } from '../agency-languages.ts'
import { textOf } from '../text.ts'

const t = textOf('bulk')

type Props = { checked: boolean; onChange: (checked: boolean) => void }
/** Adds the columns of translations to a file. Nothing is shown in a shop of one language. */
export const WithTranslations = ({ checked, onChange }: Props) =>
  agencyLanguages().all.length > 1 ? (
    <Checkbox
      label={t('withTranslations')}
      hint={t('withTranslationsHint')}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  ) : null

type Table = { kind: string; format: 'csv' | 'xlsx'; isTranslated: boolean }
export const tableHref = (name: 'export' | 'template', { kind, format, isTranslated }: Table): string =>
  `/api/admin/catalogue-${name}?kind=${kind}&format=${format}${isTranslated ? '&translations=yes' : ''}`
