import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ChipRadio } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import { DateRangeFields, wrongInRange } from './date-range.tsx'
import { ServiceField } from './service-field.tsx'
import { shortDay } from './words.ts'

const t = textOf('departures')
const listWords = (key: 'loading' | 'failed') => t(key === 'loading' ? 'blockedLoading' : 'blockedFailed')
const key = ['blocked-dates']

interface Form {
  who: 'agency' | 'service'
  service: string
  from: string
  to: string
  reason: string
}
function wrongIn({ who, service, from, to, reason }: Form): Record<string, string> {
  return {
    ...(who === 'service' && service === '' && { service_id: t('needService') }),
    ...wrongInRange({ from, to }),
    ...(reason.trim() === '' && { reason: t('needReason') }),
  }
}

type Props = { day: string; onChanged: () => void; onClose: () => void }

/** Lists the blocked dates and blocks more, of one service or of the whole agency. */
export function BlockedDatesDialog({ day, onChanged, onClose }: Props) {
  const client = useQueryClient()
  const empty = { who: 'agency' as const, service: '', from: day, to: day, reason: '' }
  const { form, change, isChanged, wrong, setWrong } = useEdited<Form>(empty)
  const { who, service, from, to, reason } = form
  const changed = () => {
    void client.invalidateQueries({ queryKey: key })
    onChanged()
  }
  const save = useAction(
    () => api.inventory.admin.block({ service_id: who === 'agency' ? null : service, from, to, reason }),
    { done: t('blocked'), failed: t('saveFailed') },
    changed,
    onClose,
  )
  const send = () => {
    const problems = wrongIn(form)
    setWrong(problems)
    if (Object.keys(problems).length === 0) save.run()
  }
  const errors = { ...save.errors, ...wrong }
  return (
    <EditorDialog
      title={t('blockedDates')}
      isChanged={isChanged}
      save={save}
      saveLabel={t('block')}
      onSave={send}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('blockedHint')}</p>
      <BlockedList onChanged={changed} />
      <ChipRadio
        legend={t('blockWho')}
        name="who"
        flow
        value={who}
        onChange={(value) => change({ who: value === 'service' ? 'service' : 'agency' })}
        options={[
          { value: 'agency', label: t('wholeAgency') },
          { value: 'service', label: t('oneService') },
        ]}
      />
      {who === 'service' ? (
        <ServiceField value={service} error={errors.service_id} onChange={(chosen) => change({ service: chosen })} />
      ) : null}
      <DateRangeFields range={form} errors={errors} onChange={change} />
      <Field label={t('reason')} required hint={t('reasonHint')} error={errors.reason}>
        <TextInput maxLength={500} value={reason} onChange={(event) => change({ reason: event.target.value })} />
      </Field>
    </EditorDialog>
  )
}

function BlockedList({ onChanged }: { onChanged: () => void }) {
  const list = useQuery({ queryKey: key, queryFn: () => api.inventory.admin.blocks() })
  return (
    <LoadedList query={list} words={listWords}>
      {(blocks) =>
        blocks.length === 0 ? (
          <p>{t('blockedNone')}</p>
        ) : (
          <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-sm border border-line">
            {blocks.map((block) => (
              <BlockRow key={block.id} block={block} onChanged={onChanged} />
            ))}
          </ul>
        )
      }
    </LoadedList>
  )
}

type Block = Awaited<ReturnType<typeof api.inventory.admin.blocks>>[number]

function BlockRow({ block, onChanged }: { block: Block; onChanged: () => void }) {
  const unblock = useAction(
    () => api.inventory.admin.unblock({ id: block.id }),
    { done: t('unblocked'), failed: t('saveFailed'), sayReason: true },
    onChanged,
  )
  const range =
    block.from === block.to ? shortDay(block.from) : t('range', { from: shortDay(block.from), to: shortDay(block.to) })
  const who = block.service_title ?? t('wholeAgency')
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-semibold">{range}</p>
        <p className="text-sm">{who}</p>
        <p className="text-sm text-ink-2">{block.reason}</p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        loading={unblock.isPending}
        aria-label={t('unblockNamed', { range, who })}
        onClick={unblock.run}
      >
        {t('unblock')}
      </Button>
    </li>
  )
}
