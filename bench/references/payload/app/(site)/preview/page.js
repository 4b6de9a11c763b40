import { readContent } from '../read.js'
import { Preview } from './preview.js'

export const dynamic = 'force-dynamic'

export default async function Page() {
  return <Preview {...(await readContent())} />
}
