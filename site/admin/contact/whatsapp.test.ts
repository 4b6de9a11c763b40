import { expect, test } from 'vitest'
import { whatsappUrl } from './whatsapp.ts'

test.each([
  ['5555 1234', 'https://wa.me/50255551234'],
  ['5555-1234', 'https://wa.me/50255551234'],
  ['+502 5555 1234', 'https://wa.me/50255551234'],
  ['00502 55551234', 'https://wa.me/50255551234'],
  ['502 5555 1234', 'https://wa.me/50255551234'],
  ['+1 (415) 555-0100', 'https://wa.me/14155550100'],
  ['', null],
  ['no tengo', null],
  ['1234', null],
  ['1234567890123456', null],
])('turns the phone number %j into the WhatsApp link %s', (phone, url) => {
  expect(whatsappUrl(phone)).toBe(url)
})
