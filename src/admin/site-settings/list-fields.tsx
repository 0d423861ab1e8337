import { Plus, Trash2 } from 'lucide-react'
import type { ShopSettings } from '../../modules/settings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('siteSettings')
type ListProps<T> = { label: string; value: T; error?: string | undefined; onChange: (value: T) => void }

const replaced = <T,>(list: readonly T[], at: number, next: T): T[] =>
  list.map((each, place) => (place === at ? next : each))
const without = <T,>(list: readonly T[], at: number): T[] => list.filter((_, place) => place !== at)

/** The agency's own, beside those that the shop comes with and knows a place for. */
const ownPrefix = 'own_'
const mostClaims = 30

export function withOwnClaim(claims: ShopSettings['claims']): ShopSettings['claims'] {
  const taken = new Set(claims.map(({ key }) => key))
  const number = claims.findIndex((_, place) => !taken.has(`${ownPrefix}${place + 1}`)) + 1 || claims.length + 1
  return [...claims, { key: `${ownPrefix}${number}`, text: '', is_on: true }]
}

/** What the shop says of itself: the words of each claim, and whether they are said (D111). */
export function Claims({ label, value, error, onChange }: ListProps<ShopSettings['claims']>) {
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="group-legend">{label}</legend>
      {value.map((claim, at) => (
        <div key={claim.key} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Field label={t('claim', { number: at + 1 })} hideLabel className="min-w-0 grow basis-56">
            <TextInput
              value={claim.text}
              onChange={(event) => onChange(replaced(value, at, { ...claim, text: event.target.value }))}
            />
          </Field>
          <Switch
            label={
              <>
                {t('claimShown')}
                <span className="sr-only">: {claim.text}</span>
              </>
            }
            checked={claim.is_on}
            onChange={(event) => onChange(replaced(value, at, { ...claim, is_on: event.target.checked }))}
          />
          {claim.key.startsWith(ownPrefix) ? (
            <Button
              variant="quiet"
              iconOnly
              aria-label={t('removeClaim', { number: at + 1 })}
              onClick={() => onChange(without(value, at))}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          ) : null}
        </div>
      ))}
      {value.length < mostClaims ? (
        <div>
          <Button
            variant="secondary"
            size="sm"
            icon={<Plus aria-hidden="true" />}
            onClick={() => onChange(withOwnClaim(value))}
          >
            {t('addClaim')}
          </Button>
        </div>
      ) : null}
      <FieldError error={error} />
    </fieldset>
  )
}

/** Addresses of the agency elsewhere; one without an address is not shown (D115). */
export function Links({ label, value, error, onChange }: ListProps<ShopSettings['social_links']>) {
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="group-legend">{label}</legend>
      {value.map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name, and all of their text is held above
        <div key={at} className="grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]">
          <Field label={t('linkName', { number: at + 1 })}>
            <TextInput
              value={link.name}
              onChange={(event) => onChange(replaced(value, at, { ...link, name: event.target.value }))}
            />
          </Field>
          <Field label={t('linkAddress', { number: at + 1 })}>
            <TextInput
              value={link.href}
              inputMode="url"
              placeholder="https://"
              onChange={(event) => onChange(replaced(value, at, { ...link, href: event.target.value }))}
            />
          </Field>
          <Button
            variant="quiet"
            iconOnly
            aria-label={t('removeLink', { number: at + 1 })}
            onClick={() => onChange(without(value, at))}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      ))}
      <div>
        <Button
          variant="secondary"
          size="sm"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange([...value, { name: '', href: '' }])}
        >
          {t('addLink')}
        </Button>
      </div>
      <FieldError error={error} />
    </fieldset>
  )
}

const languages = ['en', 'ar', 'hi', 'ur'] as const

export function Languages({ label, value, error, onChange }: ListProps<ShopSettings['languages']>) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="group-legend">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {languages.map((code) => (
          <Checkbox
            key={code}
            label={t(`languages.${code}`)}
            checked={value.includes(code)}
            onChange={(event) =>
              onChange(languages.filter((each) => (each === code ? event.target.checked : value.includes(each))))
            }
          />
        ))}
      </div>
      <FieldError error={error} />
    </fieldset>
  )
}
