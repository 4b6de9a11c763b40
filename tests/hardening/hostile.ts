/** Texts that become code if a page does not escape them. A field gets the first text that fits its length. */
export const texts = [
  `"'><script>alert(1)</script ><svg onload=alert(2)><img src=x onerror=alert(3)>--></textarea></title></style></script ><script>alert(4)</script><a href=javascript:alert(5)>x</a>{{constructor.constructor('alert(6)')()}}`,
  `"'></title></script ><script>alert(1)</script><svg onload=alert(2)>`,
  `"><svg onload=alert(1)>`,
]

export const hostileAddresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'jAva\tscript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  '//evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  'http:evil.example',
  'https:\\\\evil.example',
]

/** An address that may be stored, but must not become markup on a page. */
export const quotedAddress = 'https://evil.example/"onerror="alert(1)"><script>alert(2)</script>'

/** Returns true if the field of a schema takes an address. */
export const isAddress = (field: string) => /(image|logo|url|website|cover)$/i.test(field)

/** Texts that a spreadsheet would run as formulas, also after it drops invisible characters. */
export const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '|calc',
  '%x',
  '\0=1',
  '  =1+1',
  '＝1+1',
  '＠SUM(A1)',
  "=cmd|' /C calc'!A0",
]
