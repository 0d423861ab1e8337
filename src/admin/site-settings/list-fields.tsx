import { useId } from 'react'
import type { ShopSettings } from '../../modules/settings/index.ts'
import { Field } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { RowsInput } from '../form/rows-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('siteSettings')
type ListProps<T> = { label: string; value: T; error?: string | undefined; onChange: (value: T) => void }

/** Marks the agency's own claims; the built-in ones have fixed places. */
const ownPrefix = 'own_'

export function ownClaim(claims: ShopSettings['claims']): ShopSettings['claims'][number] {
  const taken = new Set(claims.map(({ key }) => key))
  const number = claims.findIndex((_, place) => !taken.has(`${ownPrefix}${place + 1}`)) + 1 || claims.length + 1
  return { key: `${ownPrefix}${number}`, text: '', is_on: true }
}

/** Marketing claims: the text of each, and whether it is shown (D111). */
export const Claims = ({ value, onChange, ...field }: ListProps<ShopSettings['claims']>) => (
  <div className="sm:col-span-2">
    <RowsInput
      {...field}
      id={useId()}
      rows={value}
      onChange={(rows) => onChange([...rows])}
      blank={ownClaim(value)}
      firstPart="text"
      words={{ add: t('addClaim') }}
      rowClass="flex flex-wrap items-center"
      isPlain
      most={30}
    >
      {(claim, { number, change, removeButton }) => (
        <>
          <Field label={t('claim', { number })} hideLabel className="min-w-0 grow basis-56">
            <TextInput
              data-part="text"
              value={claim.text}
              onChange={(event) => change({ ...claim, text: event.target.value })}
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
            onChange={(event) => change({ ...claim, is_on: event.target.checked })}
          />
          {claim.key.startsWith(ownPrefix) ? removeButton(t('removeClaim', { number })) : null}
        </>
      )}
    </RowsInput>
  </div>
)

/** Links to the agency's other sites; one without an address is hidden (D115). */
export const Links = ({ value, onChange, ...field }: ListProps<ShopSettings['social_links']>) => (
  <div className="sm:col-span-2">
    <RowsInput
      {...field}
      id={useId()}
      rows={value}
      onChange={(rows) => onChange([...rows])}
      blank={{ name: '', href: '' }}
      firstPart="name"
      words={{ add: t('addLink') }}
      rowClass="grid items-end sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
      isPlain
    >
      {(link, { number, change, removeButton }) => (
        <>
          <Field label={t('linkName', { number })}>
            <TextInput
              data-part="name"
              value={link.name}
              onChange={(event) => change({ ...link, name: event.target.value })}
            />
          </Field>
          <Field label={t('linkAddress', { number })}>
            <TextInput
              value={link.href}
              inputMode="url"
              placeholder="https://"
              onChange={(event) => change({ ...link, href: event.target.value })}
            />
          </Field>
          {removeButton(t('removeLink', { number }))}
        </>
      )}
    </RowsInput>
  </div>
)
