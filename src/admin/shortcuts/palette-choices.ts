import { useNavigate } from '@tanstack/react-router'
import { CalendarCheck, Contact, Keyboard, type LucideIcon, Plus, SlidersHorizontal, Store, Zap } from 'lucide-react'
import { findKind, kinds } from '../../services/index.ts'
import { serviceIcon } from '../../ui/service-icons.ts'
import { bookingHref } from '../bookings/filters.ts'
import { customerHref } from '../customers/href.ts'
import { nameInSentence } from '../labels.tsx'
import { useAreas } from '../may-enter.ts'
import { type Section, sectionLabel } from '../sections.ts'
import { findSettings } from '../settings/find-settings.ts'
import type { SettingEntry } from '../settings/setting-entries.ts'
import { useSettingEntries } from '../settings/use-setting-entries.ts'
import { say, textOf } from '../text.ts'
import { listed } from '../written.ts'
import { bookingActions, readBookingAction } from './booking-actions.ts'
import { letterOf, matchingSections } from './keys.ts'
import { type PaletteMatches, usePaletteSearch } from './use-palette-search.ts'

const t = textOf('shortcuts')
const actionName = textOf('bookingActions')
/** Single settings that are shown for what was typed. */
const maxSettings = 6

export type Choice = {
  readonly key: string
  readonly group: 'sections' | 'bookings' | 'customers' | 'items' | 'settings' | 'actions'
  readonly icon: LucideIcon
  readonly name: string
  readonly note?: string | undefined
  /** What was found by a title in another language. */
  readonly matched?: { readonly language: string; readonly title: string } | null
  readonly follow?: () => void
  /** Instead of `follow`: choosing it writes this into the box. */
  readonly fill?: string
}
type GoTo = (place: string, search?: object) => void
type BookingActionName = { readonly key: string; readonly name: string }

/**
 * What the palette offers for what was typed: sections, bookings, customers, items, single settings and actions. After an action
 * ('refund Khan') only bookings; the page of one says so where the action is not possible.
 */
export function usePaletteChoices(typed: string, sections: readonly Section[]) {
  const navigate = useNavigate()
  const goTo: GoTo = (to, search = {}) => void navigate({ to, search: search as never })
  const areas = useAreas()
  const named = bookingActions
    .filter(({ area }) => areas.includes('bookings') && areas.includes(area))
    .map(({ key }) => ({ key, name: actionName(key) }))
  const asked = readBookingAction(typed, named)
  const entries = useSettingEntries()
  const { bookings, customers, items, isLooking } = usePaletteSearch(asked ? asked.rest : typed, asked !== null)
  const bookingChoices = bookings.map((booking) => bookingChoice(booking, asked?.action, goTo))
  if (asked) return { choices: bookingChoices, isLooking }
  const isTyped = typed.trim() !== ''
  const actions = actionsOf(sections, isTyped ? named : [], goTo)
  const choices = [
    ...placesOf(sections, typed, goTo),
    ...matchingSections(actions, typed).filter(({ key }) => isTyped || !key.startsWith('new-')),
    ...bookingChoices,
    ...customers.map((customer) => customerChoice(customer, goTo)),
    ...items.map((item) => itemChoice(item, goTo)),
    ...settingsOf(entries, typed, goTo),
  ]
  return { choices, isLooking }
}

const placesOf = (sections: readonly Section[], typed: string, goTo: GoTo): Choice[] =>
  matchingSections(
    sections.map((section) => ({ ...section, name: sectionLabel(section) })),
    typed,
  ).map((section) => {
    const letter = letterOf(section)
    const note = letter ? `g ${letter}` : undefined
    const { key, icon, name, href } = section
    return { key, group: 'sections', icon, name, note, follow: () => goTo(href) }
  })

function bookingChoice(
  booking: PaletteMatches['bookings'][number],
  action: BookingActionName | undefined,
  goTo: GoTo,
): Choice {
  const { id, booking_reference: reference, customer_name: customer, service_title: title } = booking
  return {
    key: id,
    group: 'bookings',
    icon: action ? Zap : CalendarCheck,
    name: listed([...(action ? [action.name] : []), customer, title], 'dots'),
    note: reference,
    follow: () => goTo(bookingHref(reference), action ? { do: action.key } : {}),
  }
}

const customerChoice = ({ id, name, email, phone }: PaletteMatches['customers'][number], goTo: GoTo): Choice => ({
  key: id,
  group: 'customers',
  icon: Contact,
  name,
  note: email ?? phone ?? undefined,
  follow: () => goTo(customerHref(id)),
})

function itemChoice({ id, title, matched, kind: key, status }: PaletteMatches['items'][number], goTo: GoTo): Choice {
  const kind = findKind(key)
  const name = kind ? say(kind.labels.singular) : key
  return {
    key: id,
    group: 'items',
    icon: serviceIcon(kind?.icon ?? ''),
    name: title,
    matched,
    note: status === 'active' ? name : t('inactive', { name }),
    follow: () => goTo(kind?.isSingle ? `/admin/${kind.adminSection}` : `/admin/${kind?.adminSection}/${id}`),
  }
}

/** Whole screens are among the sections. */
const settingsOf = (entries: readonly SettingEntry[], typed: string, goTo: GoTo): Choice[] =>
  findSettings(
    entries.filter(({ search }) => Object.keys(search).length > 0),
    typed,
  )
    .slice(0, maxSettings)
    .map(({ key, name, where, to, search }) => ({
      key: `setting-${key}`,
      group: 'settings',
      icon: SlidersHorizontal,
      name,
      note: where || undefined,
      follow: () => goTo(to, search),
    }))

function actionsOf(sections: readonly Section[], named: readonly BookingActionName[], goTo: GoTo): Choice[] {
  const may = (wanted: string) => sections.some(({ key }) => key === wanted)
  const sell = { icon: Plus, name: textOf('newBooking')('title'), follow: () => goTo('/admin/bookings', { new: '1' }) }
  const create = kinds.filter(({ isSingle, adminSection }) => !isSingle && may(adminSection))
  const choices: Omit<Choice, 'group'>[] = [
    ...(may('bookings') ? [{ key: 'sell', ...sell }] : []),
    ...create.map(({ adminSection, labels }) => ({
      key: `new-${adminSection}`,
      icon: Plus,
      name: t('newItem', { name: nameInSentence(say(labels.singular)) }),
      follow: () => goTo(`/admin/${adminSection}/new`),
    })),
    ...named.map(({ key, name }) => ({ key, icon: Zap, name, note: t('ofBooking'), fill: `${name} ` })),
    { key: 'help', icon: Keyboard, name: t('title'), note: '?' },
    { key: 'shop', icon: Store, name: t('toShop'), follow: () => location.assign('/') },
  ]
  return choices.map((choice) => ({ ...choice, group: 'actions' }))
}
