import { writeFileSync } from 'node:fs'

const [file = '', name = ''] = process.argv.slice(2)
const { measure } = await import(`./sections/${name}.ts`)
writeFileSync(file, JSON.stringify(await measure()))
// Ends the process, because open connections would keep it running.
process.exit(0)
