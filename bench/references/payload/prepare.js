/** Creates the tables, the user and the content of stdin in a new database. */
import { json } from 'node:stream/consumers'
import { getPayload } from 'payload'
import config from './payload.config.js'

const { user, page, speakers, talks } = await json(process.stdin)
const payload = await getPayload({ config })
const context = { isPreparing: true }
const create = (collection, data) => payload.create({ collection, data, context })
await create('users', user)
await payload.updateGlobal({ slug: 'page', data: page, context })
const ids = new Map()
for (const { key, ...speaker } of speakers) ids.set(key, (await create('speakers', speaker)).id)
for (const { speakers, ...talk } of talks) await create('talks', { ...talk, speakers: speakers.map((key) => ids.get(key)) })
process.exit(0)
