import { expect, test } from 'vitest'
import { withPolicy } from './render.ts'

const page = '<!DOCTYPE html><html><head><meta charset="utf-8"><script>start()</script></head></html>'

test('a page carries its policy before anything that it governs, without what browsers take from a header only', () => {
  expect(withPolicy(page, "default-src 'none';frame-ancestors 'none'; script-src 'sha256-$&=';")).toBe(
    page.replace(
      '<script>',
      () => `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'sha256-$&=';"><script>`,
    ),
  )
})

test('a page that cannot carry its policy is not made', () => {
  expect(() => withPolicy('<!DOCTYPE html><html></html>', "default-src 'none'")).toThrow('policy')
})
