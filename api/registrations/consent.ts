import { readSection } from '../../data/content/content.ts'
import { sectionDefaults } from '../../data/content/defaults.ts'
import type { Db } from '../../data/db/db.ts'
import type { Publisher } from '../publishing/publisher.ts'

type Needs = { db: Db; publisher: Publisher }

/** Never from the visitor, who could send any text. */
export function publishedMarketingText({ db, publisher }: Needs): () => string {
  let known = { revision: -1, text: '' }
  return () => {
    const { revision } = publisher.status()
    if (revision !== known.revision) {
      const { marketingText } = readSection(db, 'registrationForm', revision).value
      known = { revision, text: marketingText || sectionDefaults.registrationForm.marketingText }
    }
    return known.text
  }
}
