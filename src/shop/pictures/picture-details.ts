import { captionsIn } from '../../ui/captions.ts'
import { takeDetails } from '../../ui/pictures.ts'
import { shippedPreviews } from '../../ui/previews.generated.ts'

/** Browsers load this with their first navigation: a page from the server has its pictures' previews and texts. */
export const loadDetails = (): void =>
  takeDetails({ previews: shippedPreviews, captions: captionsIn(document.documentElement.lang) })
