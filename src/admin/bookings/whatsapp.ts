/** A WhatsApp link with prefilled text; without a number the sender picks the recipient. */
export const whatsAppHref = (phone: string | null, text: string): string =>
  `https://wa.me/${(phone ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
