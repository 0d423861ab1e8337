import { useChrome } from '../client/use-chrome.tsx'
import { useText } from './intl.tsx'

type Area = Exclude<Parameters<typeof useText>[0], undefined>
type Words = (key: string, values?: never) => string

/**
 * Like useText, for areas whose sentences promise an email: a shop that sends none gets the sentence whose key ends in
 * 'NoMail', where there is one.
 */
export function useMailText<A extends Area>(area: A): ReturnType<typeof useText<A>> {
  const t = useText(area)
  const { sendsMail } = useChrome()
  if (sendsMail) return t
  const has = t.has as (key: string) => boolean
  const words: Words = (key, values) => (t as unknown as Words)(has(`${key}NoMail`) ? `${key}NoMail` : key, values)
  return Object.assign(words, t) as unknown as ReturnType<typeof useText<A>>
}
