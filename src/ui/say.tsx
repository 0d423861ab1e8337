import { createContext, use } from 'react'
import type { Say } from '../kernel/messages.ts'

const SayContext = createContext<Say>((text) => text as string)

/** Tells the components below how references become text: the shop and the back office have their own catalogues. */
export const SayProvider = SayContext.Provider

/** `const say = useSay()`; then `say(spec.label)`. */
export const useSay = (): Say => use(SayContext)

const LocaleContext = createContext('en')
/** The reader's locale for Intl. */
export const LocaleProvider = LocaleContext.Provider
export const useReaderLocale = (): string => use(LocaleContext)
