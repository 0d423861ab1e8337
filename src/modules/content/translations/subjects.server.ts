import type { Language } from '../../../kernel/language.ts'
import { forAnswer } from '../../../kernel/messages.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { AgencyText } from '../../../kernel/translations.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { KindRegistry } from '../../../services/loaded.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { listMenuItems } from '../menu-items.server.ts'
import { readPages } from '../pages.server.ts'
import { listSliders } from '../sliders.server.ts'
import { text } from '../text.ts'
import { menuTexts } from './rules.ts'
import type { SubjectId } from './stored.server.ts'
import { ownNamesIn, textsOfPage, textsOfSettings, textsOfSlider } from './texts.server.ts'

export interface SubjectTexts {
  readonly title: string
  readonly texts: readonly AgencyText[]
}
export type SubjectDeps = Core & { readonly kinds: KindRegistry }

/** What there is to translate. At most one statement. Refuses 'content/not-found', 'content/no-slider' and 'content/no-menu-item'. */
export async function readSubject(
  deps: SubjectDeps,
  { subject, id }: SubjectId,
  original: Language,
): Promise<SubjectTexts> {
  switch (subject) {
    case 'page': {
      const page = (await readPages(deps)).find(({ slug }) => slug === id)
      if (!page) throw new Refusal('content/not-found')
      return { title: page.title, texts: textsOfPage(page, original) }
    }
    case 'slider': {
      const slider = (await listSliders(deps)).items.find((each) => each.id === id)
      if (!slider) throw new Refusal('content/no-slider')
      return { title: slider.title, texts: textsOfSlider(slider, original) }
    }
    case 'menu-item': {
      const item = (await listMenuItems(deps)).items.find((each) => each.id === id)
      if (!item) throw new Refusal('content/no-menu-item')
      return { title: item.name, texts: menuTexts(item, ownNamesIn(deps, original)) }
    }
    case 'settings':
      return {
        title: forAnswer(text('translations.settingsTitle')),
        texts: textsOfSettings(await readSettings(deps), original),
      }
  }
}
