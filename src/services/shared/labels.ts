import { type Message, messagesOf } from '../../kernel/messages.ts'
import type { KindLabels } from '../kind.ts'

const always = ['singular', 'plural'] as const
type Always = (typeof always)[number]
interface LabelCatalogue {
  readonly labels: Readonly<Record<Always, string>>
  readonly menu?: { readonly menuText: string }
  readonly intro: { readonly title: string; readonly text: string }
  readonly booked: { readonly payment: string; readonly another: string }
  readonly home: { readonly chip: string }
  readonly missing: { readonly title: string; readonly text: string; readonly back: string }
}

export function labelsOf<Catalogue extends LabelCatalogue>(
  room: string,
  own: readonly Exclude<keyof (Catalogue['labels'] & Catalogue['menu']) & keyof KindLabels, Always>[] = [],
): KindLabels {
  const text = messagesOf<Record<string, string>>(room)
  const areaOf = (name: string) => (name === 'menuText' ? 'menu' : 'labels')
  const labels = [...always, ...own].map((name) => [name, text(`${areaOf(name)}.${name}`)])
  return {
    ...(Object.fromEntries(labels) as Record<Always, Message>),
    listTitle: text('intro.title'),
    listIntro: text('intro.text'),
    payment: text('booked.payment'),
    bookAnother: text('booked.another'),
    chip: text('home.chip'),
    missing: { title: text('missing.title'), text: text('missing.text'), back: text('missing.back') },
  }
}
