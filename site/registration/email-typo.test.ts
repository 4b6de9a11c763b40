import { expect, test } from 'vitest'
import { suggestedEmail } from './email-typo.ts'

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmai.com', 'ana@gmail.com'],
  ['ana@gmaill.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['Ana.P@Hotmial.com', 'Ana.P@hotmail.com'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@yaho.com', 'ana@yahoo.com'],
  ['ana@iclud.com', 'ana@icloud.com'],
])('suggests for the mistyped e-mail %s the correction %s', (typed, meant) => {
  expect(suggestedEmail(typed)).toBe(meant)
})

test.each([
  'ana@gmail.com',
  'ana@ymail.com',
  'ana@mail.com',
  'ana@galileo.edu',
  'ana@empresa.gt',
  'ana@live.cl',
  'ana',
  '@gmial.com',
  '',
])('suggests no correction for the e-mail %j', (typed) => {
  expect(suggestedEmail(typed)).toBeNull()
})
