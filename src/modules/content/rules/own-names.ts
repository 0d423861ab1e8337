/** What the shop itself calls its pages: a menu entry with such a name is shown in the reader's language. */
import type { Say, Text } from '../../../kernel/messages.ts'
import type { ServiceKind } from '../../../services/kind.ts'
import { text } from '../text.ts'

const fixedPages: readonly (readonly [href: string, name: Text])[] = [
  ['/about', text('menu.about')],
  ['/contact', text('menu.contact')],
  ['/privacy', text('menu.privacy')],
  ['/terms', text('menu.terms')],
  ['/track-booking', text('menu.track')],
  ['/booking-tracker', text('menu.track')],
]

const namesOf = ({ path, pathAliases = [], listHref, labels }: ServiceKind): (readonly [string, Text])[] =>
  [`/${path}`, ...pathAliases.map((alias) => `/${alias}`), listHref].flatMap((href) =>
    [labels.menuName, labels.plural, labels.singular].flatMap((name) =>
      name === undefined ? [] : [[href, name] as const],
    ),
  )

export type OwnName = (entry: { readonly name: string; readonly href: string }) => Text
/**
 * `say`: in the language that the agency writes in. An entry whose name is not its page's own keeps it: those are the
 * agency's words.
 */
export function ownNames(kinds: readonly ServiceKind[], say: Say): OwnName {
  const own = new Map([...fixedPages, ...kinds.flatMap(namesOf)].map(([href, name]) => [keyOf(href, say(name)), name]))
  return ({ name, href }) => own.get(keyOf(href, name)) ?? name
}
const keyOf = (href: string, name: string): string => `${href} ${name.trim().toLowerCase()}`
