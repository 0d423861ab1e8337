import { createContext, use } from 'react'

/** Two forms may stand on one page, so the ids of controls begin with their form's. */
export const FormIdContext = createContext('')
export const controlId = (formId: string, field: string): string => `${formId}-${field}`
/** The id of a field's control in the form around it. */
export function useControlId(): (field: string) => string {
  const formId = use(FormIdContext)
  return (field) => controlId(formId, field)
}
