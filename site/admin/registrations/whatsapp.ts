/** Numbers are written without it inside the country. */
const guatemala = '502'

/** The address that opens a conversation with a phone number; null for what is none. */
export function whatsappUrl(phone: string): string | null {
  const international = /^\s*(\+|00)/.test(phone)
  const digits = phone.replace(/\D/g, '').replace(/^00/, '')
  if (digits.length === 8 && !international) return `https://wa.me/${guatemala}${digits}`
  return digits.length > 8 && digits.length <= 15 ? `https://wa.me/${digits}` : null
}
