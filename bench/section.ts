/** One section of `npm run bench`, in a process of its own: measures it and writes what it found to a file. */
import { writeFileSync } from 'node:fs'
import { sections } from './sections.ts'

const [file = '', name = '', ...options] = process.argv.slice(2)
const measure = sections[name]
if (!measure) throw new Error(`${name} is not among ${Object.keys(sections).join(', ')}`)
writeFileSync(file, JSON.stringify(await measure(options)))
// Whatever is still open, such as a kept connection, has nothing to add.
process.exit(0)
