import type { ReactNode } from 'react'
import { optionName } from '../../services/kind.ts'
import { Badge } from '../../ui/badge.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { MarkedField } from '../rich-text/marked-field.tsx'
import { say, textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { currencyOf, type EditorField, type TypedStep } from './form.ts'
import { ItineraryInput } from './itinerary-input.tsx'
import { NationalitiesInput } from './nationalities/nationalities-input.tsx'
import type { TypedRule } from './nationalities/typed.ts'
import { PicturesInput } from './pictures-input.tsx'
import { QuestionsInput } from './questions-input.tsx'
import { ResourcesInput } from './resources/resources-input.tsx'
import type { TypedResource } from './resources/typed.ts'
import { FourWeeks } from './schedules/four-weeks.tsx'
import { SchedulesInput } from './schedules/schedules-input.tsx'
import type { TypedSchedule } from './schedules/typed.ts'
import { SlugHint } from './slug-hint.tsx'
import { TermsInput } from './terms-input.tsx'
import type { EditorState } from './use-editor.ts'
import { VideoInput } from './video-input.tsx'

const t = textOf('catalogue')
type Props = { edited: EditedKind; editor: EditorState; field: EditorField }

export const idOf = (path: string): string => `field-${path.replaceAll('.', '-')}`

export function FieldInput({ edited, editor, field }: Props) {
  const { spec, path } = field
  const label = spec.required ? (
    <>
      {say(spec.label)} <Badge tone="info">{t('required')}</Badge>
    </>
  ) : (
    say(spec.label)
  )
  const hint = spec.hint && say(spec.hint)
  const common = { id: idOf(path), label, hint, error: editor.errors[path], required: spec.required }
  const held = editor.values[path]
  const change = (value: unknown) => editor.change(path, value)
  switch (spec.input) {
    case 'switch':
      return (
        <div>
          <Switch
            id={common.id}
            label={label}
            hint={hint}
            checked={held === true}
            onChange={({ target }) => change(target.checked)}
          />
          <FieldError error={common.error} />
        </div>
      )
    case 'itinerary':
      return <ItineraryInput {...common} days={held as never} onChange={change} />
    case 'questions':
      return <QuestionsInput {...common} rows={held as never} onChange={change} />
    case 'terms':
      return <TermsInput {...common} steps={held as TypedStep[]} onChange={change} />
    case 'schedules':
      return <Schedules {...common} edited={edited} editor={editor} path={path} />
    case 'resources':
      return (
        <ResourcesInput
          {...common}
          rows={held as TypedResource[]}
          onChange={change}
          errorAt={(place) => editor.errors[`${path}.${place}`]}
        />
      )
    case 'nationality-rules':
      return (
        <NationalitiesInput
          {...common}
          currency={currencyOf(editor.values)}
          rows={held as TypedRule[]}
          onChange={change}
          errorAt={(place) => editor.errors[`${path}.${place}`]}
        />
      )
    case 'image':
      return <PicturesInput {...common} isSingle addresses={held ? [String(held)] : []} onChange={change} />
    case 'images':
      return <PicturesInput {...common} addresses={held as string[]} onChange={change} />
    case 'richtext':
      return <MarkedField {...common} value={String(held ?? '')} onChange={change} />
    case 'video':
      return <VideoInput {...common} value={String(held)} onChange={change} />
    case 'time-range':
      return (
        <TimeRange {...common} value={held as { from: string; to: string }} onChange={change} name={say(spec.label)} />
      )
    default:
      return (
        <Field {...common}>
          <Control {...{ edited, editor, field }} held={String(held ?? '')} onChange={change} />
        </Field>
      )
  }
}

type SchedulesProps = Omit<Props, 'field'> & {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  path: string
}
function Schedules({ edited, editor, path, ...field }: SchedulesProps) {
  const currency = currencyOf(editor.values)
  return (
    <>
      <SchedulesInput
        {...field}
        edited={edited}
        currency={currency}
        isGroupOnly={editor.values['details.group_departures_only'] === true}
        rows={editor.values[path] as TypedSchedule[]}
        onChange={(rows) => editor.change(path, rows)}
        errorAt={(place) => editor.errors[`${path}.${place}`]}
      />
      <FourWeeks edited={edited} values={editor.values} itemId={editor.stored?.id ?? null} />
    </>
  )
}

type ControlProps = Props & { held: string; onChange: (value: string) => void }

function Control({ edited, editor, field: { spec, path }, held, onChange }: ControlProps) {
  const take = (event: { target: { value: string } }) => onChange(event.target.value)
  switch (spec.input) {
    case 'textarea':
      return <TextArea rows={4} value={held} onChange={take} />
    case 'list':
    case 'times':
      return <Lines value={held} onChange={take} />
    case 'select':
      return (
        <Select value={held} onChange={take}>
          {spec.required || spec.default !== undefined ? null : <option value="">{t('choose')}</option>}
          {spec.options?.map((option) => (
            <option key={option} value={option}>
              {say(optionName(spec, option))}
            </option>
          ))}
        </Select>
      )
    case 'money':
      return (
        <TextInput
          value={held}
          onChange={take}
          inputMode="decimal"
          prefix={currencyOf(editor.values)}
          className="max-w-48"
        />
      )
    case 'number':
    case 'ratio':
      return <TextInput value={held} onChange={take} inputMode="decimal" className="max-w-48" />
    case 'date':
    case 'time':
      return <TextInput type={spec.input} value={held} onChange={take} className="max-w-48" />
    default:
      return (
        <>
          <TextInput value={held} onChange={take} />
          {path === 'slug' ? <SlugHint edited={edited} slug={held} id={editor.stored?.id} /> : null}
        </>
      )
  }
}

type LinesProps = { value: string; onChange: (event: { target: { value: string } }) => void }
const Lines = ({ value, onChange }: LinesProps) => (
  <>
    <TextArea rows={4} value={value} onChange={onChange} />
    <span className="text-sm text-ink-2">
      {t('lines', { count: value.split('\n').filter((line) => line.trim() !== '').length })}
    </span>
  </>
)

type TimeRangeProps = {
  id: string
  label: ReactNode
  name: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  value: { from: string; to: string }
  onChange: (value: { from: string; to: string }) => void
}
const TimeRange = ({ id, label, name, hint, error, required, value, onChange }: TimeRangeProps) => (
  <div className="flex flex-wrap items-start gap-3">
    {(['from', 'to'] as const).map((end, index) => (
      <Field
        key={end}
        id={index === 0 ? id : `${id}-to`}
        label={end === 'from' && typeof label !== 'string' ? label : t(end, { label: name })}
        hint={index === 0 ? hint : undefined}
        error={index === 0 ? error : undefined}
        required={required}
      >
        <TextInput
          type="time"
          value={value[end]}
          onChange={(event) => onChange({ ...value, [end]: event.target.value })}
        />
      </Field>
    ))}
  </div>
)
