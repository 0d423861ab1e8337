import { useShop } from './context.tsx'
import { useChrome } from './use-chrome.tsx'

/** The language of texts that the agency has not translated; undefined where the page is in it. */
export function useOriginalLanguage(): string | undefined {
  const [original] = useChrome().languages
  return original === useShop().language ? undefined : original
}
