/** Texts that become code wherever they are put into a page unescaped; the first that fits a field's length is put there. */
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

/** An address that may be stored, and must not leave its attribute. */
export const quotedAddress = 'https://evil.example/"onerror="alert(1)"><script>alert(2)</script>'

/** Whether a field of the schema takes an address. */
export const isAddress = (field: string) => /(image|logo|url|website|cover)$/i.test(field)

/** Texts that a spreadsheet takes for something to run: as typed, or once it has left out what it does not show. */
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
