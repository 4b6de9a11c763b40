import { expect, test } from 'vitest'
import { inlineHashes, pagePolicy, withPolicy } from './policy.ts'

const page = '<!DOCTYPE html><html><head><meta charset="utf-8"><script>start()</script></head>'

test('writes the content policy into a meta element at the start of the page', () => {
  const pieces = [Buffer.from(page), Buffer.from('</html>')]
  const whole = Buffer.concat(withPolicy(pieces, "default-src 'none';frame-ancestors 'none'; script-src 'sha256-$&=';"))
  expect(whole.toString()).toBe(
    `${page}</html>`.replace(
      '<script>',
      () => `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'sha256-$&=';"><script>`,
    ),
  )
})

test('throws if the page has no place for the meta element of the content policy', () => {
  expect(() => withPolicy([Buffer.from('<!DOCTYPE html><html></html>')], "default-src 'none'")).toThrow('policy')
})

test('the content policy of a page allows only its own scripts and styles', () => {
  const html = '<style>a{}</style><script type="module">start()</script><script src="/x.js"></script>'
  const [style, script] = [
    "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='",
    "'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='",
  ]
  const other = "'sha256-b7ZWi3LsNpdSzQMhFSRcnH0HxREup64aTXaFV5IXYCM='"
  const policy = (hashes: string) => `script-src 'self'${hashes}; style-src 'self'${hashes};`
  const own = new Set(inlineHashes(html))
  expect(pagePolicy(policy(` ${other} ${style} ${script}`), own)).toBe(policy(` ${style} ${script}`))
})
