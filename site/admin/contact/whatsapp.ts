/** WhatsApp needs the country code, which people in Guatemala leave out of their number. */
const countryCode = '502'

export function whatsappUrl(phone: string): string | null {
  const international = /^\s*(\+|00)/.test(phone)
  const digits = phone.replace(/\D/g, '').replace(/^00/, '')
  if (digits.length === 8 && !international) return `https://wa.me/${countryCode}${digits}`
  return digits.length > 8 && digits.length <= 15 ? `https://wa.me/${digits}` : null
}
