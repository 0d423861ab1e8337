/** The wizard's steps, as named in addresses. */
export const steps = ['selection', 'option', 'travellers', 'contact', 'payment', 'success'] as const
export type Step = (typeof steps)[number]
export const isStep = (text: string | undefined): text is Step => (steps as readonly string[]).includes(text ?? '')
