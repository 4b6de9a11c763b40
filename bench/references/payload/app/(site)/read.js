import { getPayload } from 'payload'
import config from '../../payload.config.js'

export async function readContent() {
  const payload = await getPayload({ config })
  const all = { depth: 1, limit: 0, pagination: false }
  const [page, speakers, talks] = await Promise.all([
    payload.findGlobal({ slug: 'page' }),
    payload.find({ collection: 'speakers', sort: 'id', ...all }),
    payload.find({ collection: 'talks', sort: 'id', ...all }),
  ])
  return { page, speakers: speakers.docs, talks: talks.docs }
}
