import type { Db } from '../../data/db/db.ts'
import { pastEditions } from '../../data/editions/editions.ts'
import { eachFile } from '../../data/editions/files.ts'
import { immutable, revalidate } from '../http/representations.ts'
import { type Bucket, tagOf } from './bucket.ts'

export function editionsCarrier(bucket: Bucket, db: Db): () => Promise<void> {
  let carried = ''
  return async () => {
    const editions = pastEditions(db)
    const editionKeys = editions.map(({ year, finishedAt }) => `${year} ${finishedAt}`).join()
    if (editionKeys === carried) return
    const removedYears = carried
      .split(',')
      .map((key) => key.slice(0, 4))
      .filter((year) => year && !editions.some((edition) => edition.year === year))
    for (const year of removedYears) await bucket.remove((await bucket.list(`${year}/`)).map(({ key }) => key))
    for (const { year } of editions) {
      const there = new Map((await bucket.list(`${year}/`)).map(({ key, tag }) => [key, tag]))
      for (const { name, body, type } of eachFile(db, year)) {
        const key = `${year}/${name}`
        const cacheControl = name.startsWith('_assets/') ? immutable : revalidate
        if (there.get(key) !== tagOf(body)) await bucket.put(key, body, { type, cacheControl })
        there.delete(key)
      }
      // Removes files of an earlier end of this edition that was undone.
      await bucket.remove([...there.keys()])
    }
    carried = editionKeys
  }
}
