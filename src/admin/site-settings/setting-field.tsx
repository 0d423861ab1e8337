import { currencies } from '../../kernel/money.ts'
import type { SettingKey, ShopSettings } from '../../modules/settings/index.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { pictureOf } from '../../ui/pictures.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { countryOptions } from '../countries.ts'
import { PictureField } from '../form/picture-field.tsx'
import { useMayEnter } from '../may-enter.ts'
import { countText, hasText, textOf } from '../text.ts'
import { Languages, languageOptions } from './languages-field.tsx'
import { Claims, Links } from './list-fields.tsx'
import { settingInputs } from './setting-fields.ts'
import { zoneOptions } from './zone-options.ts'

const name = textOf('settingNames')
const t = textOf('siteSettings')
const hintOf = textOf('settingHints')

/** An invalid number is kept as text; the server validates it. */
type Value = ShopSettings[SettingKey]
export type SettingFieldProps = {
  setting: SettingKey
  value: Value
  error?: string | undefined
  onChange: (value: Value) => void
}

const currencyOptions = currencies.map((value) => ({ value, label: value }))

export function SettingField({ setting, value, error, onChange }: SettingFieldProps) {
  const input = settingInputs[setting]
  const isOwner = useMayEnter('staff')
  const label = name(setting)
  const hint = hasText('settingHints', setting) ? hintOf(setting) : undefined
  const set = (next: unknown) => onChange(next as Value)
  if (/^languages?$/.test(input) && languageOptions.length < 2) return null
  if (input === 'switch')
    return (
      <Switch
        label={label}
        hint={hint}
        checked={value === true}
        disabled={setting === 'staff_two_factor' && !isOwner}
        onChange={(event) => set(event.target.checked)}
      />
    )
  if (input === 'claims')
    return <Claims label={label} value={value as ShopSettings['claims']} error={error} onChange={set} />
  if (input === 'links')
    return <Links label={label} value={value as ShopSettings['social_links']} error={error} onChange={set} />
  if (input === 'languages')
    return (
      <Languages label={label} hint={hint} value={value as ShopSettings['languages']} error={error} onChange={set} />
    )
  if (input === 'picture')
    return (
      <div className="grid gap-2">
        <PictureField label={label} hint={hint} value={String(value)} error={error} onChange={set} />
        {value ? (
          <img
            src={pictureOf(String(value)).src}
            alt=""
            className="h-9 w-auto max-w-40 justify-self-start object-contain"
          />
        ) : null}
      </div>
    )
  const text = { value: String(value), onChange: (event: { target: { value: string } }) => set(event.target.value) }
  return (
    <Field label={label} hint={hint} error={error}>
      {input === 'paragraphs' ? (
        <TextArea rows={3} {...text} />
      ) : input === 'currency' ? (
        <Select {...text} options={currencyOptions} />
      ) : input === 'language' ? (
        <Select {...text} options={languageOptions} />
      ) : input === 'country' ? (
        <Combobox
          options={countryOptions}
          value={String(value)}
          onChange={set}
          listLabel={t('countries')}
          emptyText={t('noCountry')}
          countText={countText}
        />
      ) : input === 'time-zone' ? (
        <Combobox
          options={zoneOptions}
          value={String(value)}
          onChange={set}
          listLabel={t('timeZones')}
          emptyText={t('noTimeZone')}
          countText={countText}
        />
      ) : input === 'number' ? (
        <TextInput {...text} inputMode="numeric" onChange={(event) => set(numberOf(event.target.value))} />
      ) : input === 'colour' ? (
        <TextInput {...text} prefix={<ColourSwatch value={String(value)} onChange={set} label={label} />} />
      ) : (
        <TextInput {...text} inputMode={input === 'email' ? 'email' : undefined} />
      )}
    </Field>
  )
}

/** '' and 'x' stay text, so that the server rejects them instead of storing a 0 (D52). */
const numberOf = (text: string): number | string => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : text)

const ColourSwatch = ({
  value,
  label,
  onChange,
}: {
  value: string
  label: string
  onChange: (text: string) => void
}) => (
  <input
    type="color"
    aria-label={label}
    value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
    onChange={(event) => onChange(event.target.value)}
    className="h-8 w-10 pointer-coarse:h-11 pointer-coarse:w-12 flex-none cursor-pointer rounded-sm border border-line bg-surface"
  />
)
