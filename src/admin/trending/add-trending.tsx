import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { kinds } from '../../services/index.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { countText, say, textOf } from '../text.ts'

const t = textOf('trending')
const shell = textOf('shell')
const typeOptions = kinds.map((kind) => ({ value: kind.key, label: say(kind.labels.singular) }))

/** Service type and service (A188-A191). Services already in the list are shown but disabled. */
export function AddTrending({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const [type, setType] = useState(kinds[0]?.key ?? '')
  const [service, setService] = useState('')
  const [isMissing, setMissing] = useState(false)
  const choices = useQuery({
    queryKey: ['services', type],
    queryFn: () => api.catalogue.admin.trending.choices({ service_type: type }),
  })
  const add = useAction(
    () => api.catalogue.admin.trending.add({ service_type: type, service_id: service }),
    { done: t('added'), failed: t('addFailed') },
    () => {
      onDone()
      void client.invalidateQueries({ queryKey: ['services'] })
    },
    () => setService(''),
  )
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(service === '')
    if (service !== '') return add.isPending ? undefined : add.run()
    showToast({ tone: 'error', title: shell('error'), description: t('select') })
  }
  const options = (choices.data?.items ?? []).map(({ id, title, isTrending }) => ({
    value: id,
    label: isTrending ? t('inList', { title }) : title,
  }))
  return (
    <form
      noValidate
      onSubmit={send}
      className="card grid gap-4 overflow-visible! p-4 sm:p-5"
      aria-labelledby="add-trending"
    >
      <h2 id="add-trending" className="text-lg">
        {t('addTitle')}
      </h2>
      <Field label={t('type')}>
        <Select
          value={type}
          onChange={(event) => {
            setType(event.target.value)
            setService('')
            add.reset()
          }}
          options={typeOptions}
        />
      </Field>
      <Field label={t('service')} required error={isMissing && service === '' ? t('select') : undefined}>
        <Combobox
          key={type}
          options={options}
          value={service}
          onChange={setService}
          listLabel={t('services')}
          emptyText={t('noServices')}
          countText={countText}
          placeholder={t('choose')}
        />
      </Field>
      <Fault fault={choices.isError ? t('servicesFailed') : add.fault} />
      <Button type="submit" loading={add.isPending}>
        {t('add')}
      </Button>
    </form>
  )
}
