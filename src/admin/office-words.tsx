import type { ReactNode } from 'react'
import { LocaleProvider, SayProvider } from '../ui/say.tsx'
import { officeLocale } from './language.ts'
import { say } from './text.ts'

/** Components that the shop has too speak the language of the back office. */
export const OfficeWords = ({ children }: { children: ReactNode }) => (
  <LocaleProvider value={officeLocale}>
    <SayProvider value={say}>{children}</SayProvider>
  </LocaleProvider>
)
