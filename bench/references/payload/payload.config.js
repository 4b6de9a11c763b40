/** Durable commits, a page that is revalidated after a save, and the live preview of React. Everything else has its default. */
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { revalidatePath } from 'next/cache.js'
import { buildConfig } from 'payload'
import { sections } from './sections.js'

const fields = (...names) => names.map((name) => ({ name, type: 'text' }))
const group = ([name, names]) => ({ name, type: 'group', fields: fields(...names) })
const anyone = () => true

/** `prepare.js` runs without a page that could be revalidated. */
function revalidate({ req }) {
  if (!req.context.isPreparing) revalidatePath('/')
}
const hooks = { afterChange: [revalidate] }

export default buildConfig({
  secret: 'only for measurements',
  admin: { user: 'users', avatar: 'default' },
  collections: [
    { slug: 'users', auth: true, fields: [] },
    { slug: 'speakers', hooks, admin: { useAsTitle: 'name' }, fields: fields('name', 'title', 'company', 'bio', 'linkedinUrl') },
    {
      slug: 'talks',
      hooks,
      admin: { useAsTitle: 'title' },
      fields: [
        ...fields('title', 'description', 'startTime', 'endTime', 'room'),
        { name: 'speakers', type: 'relationship', relationTo: 'speakers', hasMany: true },
      ],
    },
    {
      slug: 'registrations',
      access: { create: anyone },
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'email', type: 'email', required: true, unique: true },
        ...fields('company', 'position', 'phone'),
        { name: 'acceptsMarketing', type: 'checkbox' },
      ],
    },
  ],
  globals: [{ slug: 'page', hooks, admin: { livePreview: { url: '/preview' } }, fields: Object.entries(sections).map(group) }],
  db: sqliteAdapter({ client: { url: process.env.DATABASE }, wal: { synchronous: 'FULL' }, busyTimeout: 5000 }),
})
