import { type Slider, sliderErrors } from '../../modules/content/index.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { PictureField } from '../form/picture-field.tsx'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { say, textOf } from '../text.ts'
import type { SliderForm } from './slider-form.ts'
import { SliderPreview } from './slider-preview.tsx'

const t = textOf('sliders')
const shell = textOf('shell')
const words = textOf('lists')

/** Defaults of a new slider (A238). */
const newSlider: SliderForm = {
  title: '',
  subtitle: '',
  image_url: '',
  link_url: '',
  button_text: t('newButton'),
  display_order: 0,
  is_active: true,
  cta_button_color: '#3B82F6',
  background_overlay_opacity: 0.5,
}
export const inputOf = ({ id: _, version: __, updated_at: ___, ...slider }: Slider): SliderForm => slider

type Props = { slider: Slider | null; onDone: () => void; onClose: () => void }

export function SliderDialog({ slider, onDone, onClose }: Props) {
  const { form, change, isChanged, wrong, setWrong } = useEdited(slider ? inputOf(slider) : newSlider)
  const save = useAction(
    () =>
      slider
        ? api.content.admin.sliders.change({ sliderId: slider.id, version: slider.version, slider: form })
        : api.content.admin.sliders.create(form),
    slider ? { done: t('updated'), failed: t('updateFailed') } : { done: t('created'), failed: t('createFailed') },
    onDone,
    onClose,
  )
  const send = () => {
    const errors = Object.fromEntries(
      sliderErrors({ ...form, title: form.title.trim(), image_url: form.image_url.trim() }).map((each) => [
        each.path,
        say(each.message),
      ]),
    )
    setWrong(errors)
    if (errors.title === t('required') || errors.image_url === t('required'))
      showToast({ tone: 'error', title: shell('error'), description: t('required') })
    if (Object.keys(errors).length === 0) save.run()
  }
  return (
    <EditorDialog
      title={t(slider ? 'editTitle' : 'newTitle')}
      isChanged={isChanged}
      save={save}
      onSave={send}
      onClose={onClose}
    >
      <SliderFields form={form} errors={{ ...save.errors, ...wrong }} onChange={change} />
      <SliderPreview form={form} />
    </EditorDialog>
  )
}

type FieldsProps = {
  form: SliderForm
  errors: Readonly<Record<string, string>>
  onChange: (next: Partial<SliderForm>) => void
}

function SliderFields({ form, errors, onChange }: FieldsProps) {
  return (
    <>
      <Field label={t('fieldTitle')} required error={errors.title}>
        <TextInput maxLength={200} value={form.title} onChange={(event) => onChange({ title: event.target.value })} />
      </Field>
      <Field label={t('subtitle')} optionalLabel={t('optional')} error={errors.subtitle}>
        <TextArea
          rows={2}
          maxLength={500}
          value={form.subtitle}
          onChange={(event) => onChange({ subtitle: event.target.value })}
        />
      </Field>
      <PictureField
        label={t('image')}
        hint={t('imageHint')}
        required
        offersShipped
        hasAlt
        value={form.image_url}
        error={errors.image_url}
        onChange={(image_url) => onChange({ image_url })}
      />
      <div className="field-pairs">
        <Field label={t('button')} error={errors.button_text}>
          <TextInput
            maxLength={60}
            value={form.button_text}
            onChange={(event) => onChange({ button_text: event.target.value })}
          />
        </Field>
        <Field label={t('link')} optionalLabel={t('optional')} hint={t('linkHint')} error={errors.link_url}>
          <TextInput
            dir="ltr"
            maxLength={2000}
            value={form.link_url}
            onChange={(event) => onChange({ link_url: event.target.value })}
          />
        </Field>
        <Field label={t('color')} error={errors.cta_button_color}>
          <TextInput
            type="color"
            className="h-12 p-1.5"
            value={form.cta_button_color}
            onChange={(event) => onChange({ cta_button_color: event.target.value.toUpperCase() })}
          />
        </Field>
        <Field label={t('order')} error={errors.display_order}>
          <TextInput
            type="number"
            min={0}
            step={1}
            value={form.display_order}
            onChange={(event) => onChange({ display_order: event.target.valueAsNumber || 0 })}
          />
        </Field>
        <Field
          label={t('overlay')}
          hint={t('overlayHint', { value: String(form.background_overlay_opacity) })}
          error={errors.background_overlay_opacity}
        >
          <TextInput
            type="range"
            className="border-0 px-0"
            min={0}
            max={1}
            step={0.1}
            value={form.background_overlay_opacity}
            onChange={(event) =>
              onChange({ background_overlay_opacity: Math.round(event.target.valueAsNumber * 10) / 10 })
            }
          />
        </Field>
        <Checkbox
          className="self-end"
          label={words('active')}
          checked={form.is_active}
          onChange={(event) => onChange({ is_active: event.target.checked })}
        />
      </div>
    </>
  )
}
