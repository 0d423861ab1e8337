/** How the back office sees a kind. Every screen is built from its fields, so a new kind needs no code here. */
import { useQuery } from '@tanstack/react-query'
import { shortInputs } from '../../modules/catalogue/index.ts'
import { kinds } from '../../services/index.ts'
import type { FieldSpec, KindAdmin, KindFields, KindRules, PricedService, ServiceKind } from '../../services/kind.ts'
import { type ResourceRules, resourceRulesOf } from '../../services/shared/stored-resources.ts'
import { say, textOf } from '../text.ts'
import { type EditorField, sharedSpecs } from './form.ts'

export interface EditedKind {
  readonly kind: ServiceKind
  readonly key: string
  /** '/admin/tours' */
  readonly href: string
  readonly admin: KindAdmin
  readonly details: KindFields['details']
  readonly entity: string
  readonly inSentence: string
  /** The title is derived from other fields (D177), so the form does not ask for it. */
  readonly isTitleDerived: boolean
  readonly columns: readonly FieldSpec[]
  /** What a season may replace. */
  readonly priceFields: readonly FieldSpec[]
  /** How an item without schedules of its own departs. */
  readonly schedule: KindRules['schedule']
  /** What its item needs; null: nothing. */
  readonly resources: (item: PricedService) => ResourceRules | null
  readonly fields: readonly EditorField[]
  readonly tabs: readonly string[]
}

export const kindOfSection = (section: string): ServiceKind | undefined =>
  kinds.find(({ adminSection }) => adminSection === section)

const groups = ['basic', 'pricing', 'nationalities', 'schedules', 'content', 'media', 'details', 'settings'] as const
const t = textOf('itemEditor')

/** The tab of a field: the one that names it, else the first with its group, else the last. */
function tabOf(spec: FieldSpec, tabs: NonNullable<KindAdmin['tabs']>): string {
  const named = tabs.find(({ fields }) => fields?.includes(spec.name))
  const grouped = tabs.find((tab) => tab.groups?.includes(spec.group))
  return say((named ?? grouped ?? tabs.at(-1))?.label ?? '')
}

export function describeKind(kind: ServiceKind, fields: KindFields, rules: KindRules): EditedKind {
  const admin = fields.admin ?? {}
  const probe = 'title'
  const isTitleDerived =
    rules.displayTitle({ title: probe, currency: kind.defaultCurrency, details: {} }).trim() !== probe
  const tabs = admin.tabs ?? groups.map((group) => ({ label: t(`groups.${group}`), groups: [group] }))
  const shared = sharedSpecs({ isTitleDerived, isSingle: kind.isSingle === true, currency: kind.defaultCurrency })
  const all = groups.flatMap((group) => [
    ...shared.filter(({ spec, isLast }) => spec.group === group && !isLast),
    ...fields.specs.filter((spec) => spec.group === group).map((spec) => ({ spec, path: `details.${spec.name}` })),
    ...shared.filter(({ spec, isLast }) => spec.group === group && isLast),
  ])
  const placed = all.map(({ spec, path }) => ({ spec, path, tab: tabOf(spec, tabs) }))
  const entity = say(admin.entity ?? kind.labels.singular)
  return {
    kind,
    key: kind.key,
    href: `/admin/${kind.adminSection}`,
    admin,
    details: fields.details,
    entity,
    inSentence: entity.includes('to Board') ? entity : entity.charAt(0).toLowerCase() + entity.slice(1),
    isTitleDerived,
    columns: columnsOf(fields.specs, admin),
    priceFields: fields.specs.filter(({ input }) => input === 'money'),
    schedule: rules.schedule,
    resources: (item) =>
      resourceRulesOf(item.details, {
        per: rules.resourcesPer ?? 'departure',
        durationMinutes: rules.shared(item).durationMinutes,
      }),
    fields: placed,
    tabs: tabs.map(({ label }) => say(label)).filter((label) => placed.some(({ tab }) => tab === label)),
  }
}

function columnsOf(specs: readonly FieldSpec[], { columns }: KindAdmin): readonly FieldSpec[] {
  if (columns) return columns.flatMap((name) => specs.find((spec) => spec.name === name) ?? [])
  return specs.filter(({ name, input, required }) => shortInputs.has(input) && (required || name === 'location'))
}

export function useEditedKind(kind: ServiceKind): EditedKind | undefined {
  const { data } = useQuery({
    queryKey: ['kind', kind.key],
    queryFn: async () => {
      const [{ fields }, { rules }] = await Promise.all([kind.fields(), kind.rules()])
      return describeKind(kind, fields, rules)
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return data
}
