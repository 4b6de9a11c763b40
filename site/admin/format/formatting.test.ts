import { expect, test } from 'vitest'
import { type Format, formatting } from './formatting.ts'

/** In `marked` and in the result, ‹ and › mark the selection. */
function format(kind: Format, marked: string): string {
  const from = marked.indexOf('‹')
  const to = marked.indexOf('›') - 1
  const value = marked.replace(/[‹›]/g, '')
  const { start, end, text, selection } = formatting(kind, value, from, to)
  const result = value.slice(0, start) + text + value.slice(end)
  const [first, last] = selection
  return `${result.slice(0, first)}‹${result.slice(first, last)}›${result.slice(last)}`
}

test.each([
  ['bold', 'Una ‹gran› charla', 'Una **‹gran›** charla'],
  ['bold', 'Una **‹gran›** charla', 'Una ‹gran› charla'],
  ['bold', 'Una ‹gran ›charla', 'Una **‹gran›** charla'],
  ['bold', 'Una *‹gran›* charla', 'Una ***‹gran›*** charla'],
  ['bold', 'Una ***‹gran›*** charla', 'Una *‹gran›* charla'],
  ['italic', 'Una ***‹gran›*** charla', 'Una **‹gran›** charla'],
  ['italic', 'Una **‹gran›** charla', 'Una ***‹gran›*** charla'],
  ['italic', '‹›', '*‹texto›*'],
  ['list', 'Trae:\nagua\n‹pan\nsal›', 'Trae:\nagua\n‹- pan\n- sal›'],
  ['list', '‹- pan\n- sal›', '‹pan\nsal›'],
  ['list', 'Trae:\npa‹›n', 'Trae:\n- pan‹›'],
  ['list', '‹›', '- ‹›'],
  ['link', 'Lee la ‹guía› hoy', 'Lee la [guía](https://‹›) hoy'],
  ['link', 'Lee ‹https://a.gt/b›', 'Lee [‹texto›](https://a.gt/b)'],
  ['link', '‹›', '[‹texto›](https://)'],
] as const)('formatting as %s turns "%s" into "%s"', (kind, before, after) => {
  expect(format(kind, before)).toBe(after)
})
