import { readSection } from '../../data/content/content.ts'
import { sectionDefaults } from '../../data/content/defaults.ts'
import type { Db } from '../../data/db/db.ts'
import type { Publisher } from '../publishing/publisher.ts'

type Needs = { db: Db; publisher: Publisher }

/** Returns the published consent text. The form's own text is not used, because a visitor could send any text. */
export function publishedMarketingText({ db, publisher }: Needs): () => string {
  let published = { revision: -1, text: '' }
  return () => {
    const { revision } = publisher.status()
    if (revision !== published.revision) {
      const { marketingText } = readSection(db, 'registrationForm', revision).value
      published = { revision, text: marketingText || sectionDefaults.registrationForm.marketingText }
    }
    return published.text
  }
}
