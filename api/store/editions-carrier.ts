import type { Db } from '../../data/db/db.ts'
import { pastEditions } from '../../data/editions/editions.ts'
import { eachFile } from '../../data/editions/files.ts'
import { immutable, revalidate } from '../http/representations.ts'
import { type Bucket, tagOf } from './bucket.ts'

/**
 * Returns what puts the pages of editions that are over into the bucket, and takes away those of one that was taken back, or
 * of its earlier end. Looks again only when there are others.
 */
export function editionsCarrier(bucket: Bucket, db: Db): () => Promise<void> {
  let carried = ''
  return async () => {
    const editions = pastEditions(db)
    const wanted = editions.map(({ year, finishedAt }) => `${year} ${finishedAt}`).join()
    if (wanted === carried) return
    // Those of one that was taken back are known while this process runs; its address is nobody's then, and nothing leads there.
    const gone = carried
      .split(',')
      .map((one) => one.slice(0, 4))
      .filter((year) => year && !editions.some((one) => one.year === year))
    for (const year of gone) await bucket.remove((await bucket.list(`${year}/`)).map(({ key }) => key))
    for (const { year } of editions) {
      const there = new Map((await bucket.list(`${year}/`)).map(({ key, tag }) => [key, tag]))
      for (const { name, body, type } of eachFile(db, year)) {
        const key = `${year}/${name}`
        const cacheControl = name.startsWith('_assets/') ? immutable : revalidate
        if (there.get(key) !== tagOf(body)) await bucket.put(key, body, { type, cacheControl })
        there.delete(key)
      }
      // Of an earlier end of it that was taken back.
      await bucket.remove([...there.keys()])
    }
    carried = wanted
  }
}
