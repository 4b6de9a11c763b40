import { expect, test } from 'vitest'
import { withPreviewPolicy } from './policy.ts'

const csp = "default-src 'none'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; script-src 'self' 'sha256-a';"

test('a preview can be framed only by the panel, and cannot send requests', () => {
  const html = `<meta charset="utf-8"><meta http-equiv="content-security-policy" content="connect-src 'self'; script-src 'self'"><p>connect-src 'self'`
  const page = withPreviewPolicy({ status: 200, type: 'text/html', csp, body: Buffer.from(html) })
  expect(page.csp).toBe(
    "default-src 'none'; connect-src 'none'; form-action 'none'; frame-ancestors 'self'; script-src 'self' 'sha256-a'",
  )
  expect(page.body.toString()).toBe(
    `<meta charset="utf-8"><meta http-equiv="content-security-policy" content="connect-src 'none'; script-src 'self'; form-action 'none'"><p>connect-src 'self'`,
  )
})
