import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { kinds } from '../../services/index.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { api } from '../api.ts'
import { kindName } from '../labels.tsx'
import { countText, textOf } from '../text.ts'

const t = textOf('promos')

type Props = {
  kindKeys: readonly string[]
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** Picks the services of a code by name. An inactive service stays selected until it is removed. */
export function ServicePicker({ kindKeys, chosen, onChange }: Props) {
  const services = useQueries({
    queries: kinds.map(({ key }) => ({
      queryKey: ['services', key],
      queryFn: () => api.catalogue.admin.trending.choices({ service_type: key }),
    })),
    combine: (answers) =>
      answers.flatMap(({ data }, at) =>
        (data?.items ?? []).map(({ id, title }) => ({ id, title, kind: kinds[at]?.key ?? '' })),
      ),
  })
  const nameOf = (id: string): string => services.find((each) => each.id === id)?.title ?? t('gone')
  const offered = services
    .filter(({ id, kind }) => !chosen.includes(id) && (kindKeys.length === 0 || kindKeys.includes(kind)))
    .map(({ id, title, kind }) => ({ value: id, label: `${title} (${kindName(kind)})` }))
  return (
    <div className="grid gap-2">
      <Field label={t('services')} optionalLabel={t('optional')} hint={t('servicesHint')}>
        <Combobox
          key={chosen.length}
          options={offered}
          value=""
          onChange={(id) => id && onChange([...chosen, id])}
          listLabel={t('serviceList')}
          emptyText={t('noService')}
          countText={countText}
          placeholder={t('addService')}
        />
      </Field>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {chosen.map((id) => (
          <li
            key={id}
            className="flex max-w-full items-center gap-1 rounded-full border border-line bg-sunken ps-3 wrap-anywhere"
          >
            {nameOf(id)}
            <Button
              variant="quiet"
              iconOnly
              aria-label={t('removeService', { name: nameOf(id) })}
              onClick={() => onChange(chosen.filter((each) => each !== id))}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
