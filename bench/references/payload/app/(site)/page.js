import { Content } from './content.js'
import { readContent } from './read.js'

export const dynamic = 'force-static'

export default async function Page() {
  return <Content {...(await readContent())} />
}
