export type FormPost = { readonly url: string; readonly form: Readonly<Record<string, string>> }

/** Leaves the page by posting a form: some providers can be reached in no other way. */
export function submitForm({ url, form }: FormPost): void {
  const element = Object.assign(document.createElement('form'), { method: 'post', action: url, hidden: true })
  for (const [name, value] of Object.entries(form))
    element.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(element)
  // Not `element.submit`: a field of the provider may have that name.
  HTMLFormElement.prototype.submit.call(element)
}
