import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSection } from '../../data/content/content.ts'
import { addItem } from '../../data/testing.ts'
import { rounds } from '../../tests/support/full.ts'
import { call, createTestApp, signIn } from '../testing.ts'

const fields = ['name', 'title', 'company', 'bio'] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string>

const orders = rounds(200, 500)

const step = fc.record({
  editor: fc.nat(1),
  act: fc.oneof(
    { weight: 5, arbitrary: fc.record({ type: fc.constantFrom(...fields) }) },
    { weight: 3, arbitrary: fc.constant('save' as const) },
    { weight: 1, arbitrary: fc.constant('reload' as const) },
  ),
})

/** A form of the panel. `tag` is the version with which the form was filled, `typed` has the fields that the editor changed. */
type Form = { values: Values; tag: string; typed: Set<Field> }

const pick = (source: Values): Values => ({
  name: source.name,
  title: source.title,
  company: source.company,
  bio: source.bio,
})

test(`two editors who save in ${orders} random orders never lose a change unnoticed`, async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  // Renders empty pages, so that thousands of saves do not wait for the disk.
  const { render } = app.pages
  const empty = await render('/', { origin: '', timeZone: '' })
  app.pages.render = async (path, data) => ({ ...empty, status: (await render(path, data)).status })
  let count = 0
  const seen = { alone: 0, merged: 0, conflict: 0 }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      app.db.exec('DELETE FROM revisions')
      const item = addItem(app.db, 'speakers', { name: 'a', title: 'b', company: 'c', bio: 'd' })
      const filled = (from: Values & { updatedAt: string }): Form => ({
        values: pick(from),
        tag: from.updatedAt,
        typed: new Set(),
      })
      const forms = [filled(item), filled(item)]
      const now = () => readSection(app.db, 'speakers').value.find(({ id }) => id === item.id) ?? expect.fail('the item is gone')

      for (const { editor, act } of steps) {
        const form = forms[editor] ?? expect.fail()
        const before = now()
        if (act === 'reload') forms[editor] = filled(before)
        else if (act !== 'save') {
          count += 1
          form.values[act.type] = `${editor} ${count}`
          form.typed.add(act.type)
        } else {
          const headers = { 'If-Match': `"${form.tag}"` }
          const answer = await call(app, `PUT /api/speakers/${item.id}`, { cookie, headers, json: form.values })
          const body = await answer.json()
          const after = now()
          if (answer.status === 409) {
            // The refused save changed nothing, and each conflict has the texts of both editors.
            expect(after).toEqual(before)
            for (const [field, { theirs, yours }] of Object.entries<{ theirs: string; yours: string }>(body.conflicts)) {
              expect(form.typed).toContain(field)
              expect([theirs, yours]).toEqual([before[field as Field], form.values[field as Field]])
            }
            seen.conflict += 1
            continue
          }
          expect([answer.status, body]).toEqual([200, after])
          // The save stored everything typed, and kept the other editor's changes.
          for (const field of fields) {
            const expected = form.typed.has(field) ? form.values[field] : before[field]
            expect(after[field]).toBe(expected)
          }
          const others = fields.filter((field) => !form.typed.has(field) && before[field] !== form.values[field])
          expect(answer.headers.get('X-Merged') ?? '').toBe(others.join(','))
          seen[others.length > 0 ? 'merged' : 'alone'] += 1
          forms[editor] = filled(after)
        }
      }
    }),
    { numRuns: orders, seed: 18 },
  )
  // Conflicts, merges and saves without a merge must each have happened often.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(orders / 10)
}, 120_000)
