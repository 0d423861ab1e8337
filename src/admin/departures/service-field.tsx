import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { kindName } from '../labels.tsx'
import { countText, textOf } from '../text.ts'
import type { Board } from './week.tsx'

const t = textOf('departures')
export type Services = readonly Pick<Board['services'][number], 'service_id' | 'service_type' | 'service_title'>[]
type Props = { services: Services; value: string; error: string | undefined; onChange: (id: string) => void }

/** Chooses one of the services that the list shows. */
export const ServiceField = ({ services, value, error, onChange }: Props) => (
  <Field label={t('service')} required hint={t('listedServices')} error={error}>
    <Combobox
      options={services.map(({ service_id, service_title, service_type }) => ({
        value: service_id,
        label: `${service_title} (${kindName(service_type)})`,
      }))}
      value={value}
      onChange={(id) => onChange(id ?? '')}
      listLabel={t('serviceList')}
      emptyText={t('noService')}
      countText={countText}
      placeholder={t('chooseService')}
    />
  </Field>
)
