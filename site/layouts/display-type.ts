import { firstPaint } from './first-paint.ts'

/** The first family in common.css. */
const family = 'Funnel Display late'
const storageKey = 'display-type'

/** Adds a typeface instead of a class, because a class of the root makes the browser compute all styles again. */
function use(): void {
  const source = sourceOfTypeface()
  if (!source) return
  document.fonts.add(new FontFace(family, source, { weight: '300 800', display: 'swap' }))
  try {
    localStorage.setItem(storageKey, 'yes')
  } catch {}
}

/** Astro writes the file's address in a rule. */
function sourceOfTypeface(): string | undefined {
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      const source = rule instanceof CSSFontFaceRule ? rule.style.getPropertyValue('src') : ''
      if (source.includes('url(')) return source
    }
  }
  return undefined
}

function isCached(): boolean {
  try {
    return storageKey in localStorage
  } catch {
    return false
  }
}

if (isCached()) use()
else void firstPaint.then(use)
