import { createContext, use } from 'react'

/** Two forms may be on one page, so control ids start with the id of their form. */
export const FormIdContext = createContext('')
export const controlId = (formId: string, field: string): string => `${formId}-${field}`
export function useControlId(): (field: string) => string {
  const formId = use(FormIdContext)
  return (field) => controlId(formId, field)
}
