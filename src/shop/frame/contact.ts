const digitsOf = (phone: string): string => phone.replace(/\D/g, '')

/** A chat link with a prefilled first message. */
const chatHref = (phone: string, message: string): string =>
  `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(message)}`

type Chat = { readonly whatsapp: string | null; readonly contactPhone: string }
/** The chat with the agency, by its WhatsApp number or else its phone; null when it has given neither. */
export const agencyChat = ({ whatsapp, contactPhone }: Chat, message: string): string | null => {
  const phone = whatsapp ?? contactPhone
  return phone === '' ? null : chatHref(phone, message)
}

export const phoneHref = (phone: string): string => `tel:+${digitsOf(phone)}`
export const mailHref = (address: string): string => `mailto:${address}`
