// Which lazily loaded files the visits of a page fetch: those that the page is shown with, and those that follow by
// themselves once it is alive. Files that only a tap fetches are visits of their own, of little weight.

export interface Visit {
  readonly roots: readonly string[]
  /** How much a byte of this visit counts. */
  readonly weight: number
}

const entry = 'src/shop/entry-client.ts'
const inShop = (...names: readonly string[]): string[] => names.map((name) => `src/shop/${name}`)
const afterAll = inShop('frame/late-parts.tsx')
const afterCards = inShop('service-list/row-buttons.tsx')
const afterDetail = inShop(
  ...['service-detail/similar-items.tsx', 'service-detail/good-to-know.tsx', 'service-reviews/service-reviews.tsx'],
)
const afterForm = inShop('booking-form/availability.tsx', 'booking-form/form-promo.tsx', 'cancellation/deadlines.tsx')
/** What else the detail page of a kind is shown with. */
const ownParts: Readonly<Record<string, readonly string[]>> = {
  visa: inShop('visa-wizard/apply-card.tsx'),
  umrah: inShop('service-detail/offer-view.tsx'),
}
const kindFile = /^src\/services\/([^/]+)\/(shop|form|rules|list)\.tsx?$/
const pageFile = /^src\/shop\/.*page\.tsx$/

/** A page as it is shown, and once it is alive. */
const twice = (first: readonly string[], later: readonly string[], weight: number): Visit[] => [
  { roots: [entry, ...first], weight },
  { roots: [entry, ...first, ...afterAll, ...later], weight },
]

export function visitsOf(roots: readonly string[]): Visit[] {
  const kinds = new Set(roots.flatMap((root) => kindFile.exec(root)?.[1] ?? []))
  const filesOf = (kind: string, ...names: readonly string[]): string[] =>
    roots.filter((root) => {
      const [, owner, name = ''] = kindFile.exec(root) ?? []
      return owner === kind && names.includes(name)
    })
  const ofEachKind = (page: string, names: readonly string[], later: readonly string[]): Visit[] =>
    [...kinds].flatMap((kind) => {
      const own = page.startsWith('service-detail') ? (ownParts[kind] ?? []) : []
      return twice([...inShop(page), ...filesOf(kind, ...names), ...own], later, 2)
    })
  const cards = [...kinds].flatMap((kind) => filesOf(kind, 'shop'))
  const form = ['shop', 'form', 'rules']
  const shown = [
    ...twice(
      [...inShop('home/page.tsx'), ...cards],
      [...afterCards, ...inShop('recently-viewed/recently-viewed.tsx')],
      6,
    ),
    ...twice([...inShop('search/page.tsx'), ...cards], afterCards, 1),
    ...twice(inShop('booking-payment/page.tsx'), [], 3),
    ...ofEachKind('service-list/page.tsx', ['shop', 'list'], []),
    ...ofEachKind('service-detail/page.tsx', form, [...afterDetail, ...afterForm, ...afterCards]),
    ...ofEachKind('service-booking/page.tsx', form, afterForm),
    ...twice([...inShop('ok-to-board/page.tsx'), ...filesOf('ok-to-board', ...form)], afterDetail, 1),
  ]
  const known = new Set(shown.flatMap((visit) => visit.roots))
  const others = roots.filter((root) => !known.has(root))
  return [
    ...shown,
    ...others.flatMap((root) =>
      pageFile.test(root) ? twice([root], [], 0.6) : [{ roots: [entry, root], weight: 0.05 }],
    ),
  ]
}
