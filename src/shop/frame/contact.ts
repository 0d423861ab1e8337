const digitsOf = (phone: string): string => phone.replace(/\D/g, '')

/** A chat that opens with a first sentence already written. */
export const chatHref = (phone: string, message: string): string =>
  `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(message)}`

export const phoneHref = (phone: string): string => `tel:+${digitsOf(phone)}`
export const mailHref = (address: string): string => `mailto:${address}`
