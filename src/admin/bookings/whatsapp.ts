/** A chat with the customer in which the text stands already; without a number the sender chooses whom to write to. */
export const whatsAppHref = (phone: string | null, text: string): string =>
  `https://wa.me/${(phone ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
