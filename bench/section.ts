import { writeFileSync } from 'node:fs'
import { sections } from './sections.ts'

const [file = '', name = '', ...options] = process.argv.slice(2)
const measure = sections[name]
if (!measure) throw new Error(`${name} is not among ${Object.keys(sections).join(', ')}`)
writeFileSync(file, JSON.stringify(await measure(options)))
// Ends the process, because open connections would keep it running.
process.exit(0)
